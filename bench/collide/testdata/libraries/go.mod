module idscope.test/libraries

go 1.26.0

require (
	github.com/bwmarrin/snowflake v0.3.0
	github.com/muyo/sno v1.2.1
	github.com/rs/xid v1.6.0
	github.com/sony/sonyflake v1.2.0
	github.com/sony/sonyflake/v2 v2.2.0
	github.com/yitter/idgenerator-go v1.3.3
)
