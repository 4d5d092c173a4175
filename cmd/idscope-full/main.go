// Command idscope-full is idscope with every engine linked in: databases and
// plotting. idscope calls it when it needs one.
package main

import (
	"os"

	"idscope/bench/index"
	"idscope/bench/index/bolt"
	"idscope/bench/index/sqlengine"
	"idscope/bench/plot"
	reportpage "idscope/bench/report/page"
	"idscope/bench/rival"
	"idscope/cmd"
	"idscope/gen/server"
	"idscope/gen/store"
	"idscope/gen/store/etcd"
	"idscope/gen/store/mysql"
	"idscope/gen/store/postgres"
	"idscope/gen/store/redis"
	"idscope/gen/store/zookeeper"
)

func main() {
	env := cmd.System()
	env.Engines = engines()
	os.Exit(cmd.Main(env))
}

// engines are all that there are.
func engines() cmd.Engines {
	return cmd.Engines{
		Plot:   plot.Draw,
		Report: reportpage.Write,
		Rivals: rival.Subjects,
		Page:   page().Files,
		Server: server.Engine{Page: page()},
		Stores: []store.Driver{etcd.Driver, zookeeper.Driver, redis.Driver, postgres.Driver(),
			mysql.Driver()},
		Index: []index.Driver{bolt.Driver, sqlengine.SQLite, sqlengine.Postgres, sqlengine.MySQL},
	}
}
