package rival

import (
	"testing"

	"github.com/bwmarrin/snowflake"
	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
	"go.mongodb.org/mongo-driver/v2/bson"
)

// parser is another library's way to read a text: of a string, or of bytes.
type parser struct {
	maker string
	text  func(string) error
	bytes func([]byte) error
}

var google = []parser{
	{maker: "google", text: func(t string) error { _, err := uuid.Parse(t); return err }},
	{maker: "google-bytes", bytes: func(t []byte) error { _, err := uuid.ParseBytes(t); return err }},
}

var parsers = map[string][]parser{
	"uuidv4": google,
	"uuidv7": google,
	"ulid": {
		{maker: "oklog", text: func(t string) error { _, err := ulid.Parse(t); return err }}, // reads any symbols
		{maker: "oklog-strict", text: func(t string) error { _, err := ulid.ParseStrict(t); return err }},
	},
	"xid":       {{maker: "rs", text: func(t string) error { _, err := xid.FromString(t); return err }}},
	"ksuid":     {{maker: "segmentio", text: func(t string) error { _, err := ksuid.Parse(t); return err }}},
	"objectid":  {{maker: "mongo", text: func(t string) error { _, err := bson.ObjectIDFromHex(t); return err }}},
	"snowflake": {{maker: "bwmarrin", text: func(t string) error { _, err := snowflake.ParseString(t); return err }}},
}

// BenchmarkParse reads one text at a time, the same 1024 by every maker. Ours is
// strict.
func BenchmarkParse(b *testing.B) {
	for _, name := range texts {
		s := mustScheme(b, name)
		bits := s.Layout.Size()
		var given [][]byte
		var strings []string
		for _, id := range sample(b, s) {
			text := s.Append(nil, id)
			given, strings = append(given, text), append(strings, string(text))
		}
		i := 0
		alone(b, name+"/idscope", func() error {
			i = (i + 1) & 1023
			_, err := s.Text.Parse(given[i], bits)
			return err
		})
		for _, p := range parsers[name] {
			op := func() error { i = (i + 1) & 1023; return p.text(strings[i]) }
			if p.text == nil {
				op = func() error { i = (i + 1) & 1023; return p.bytes(given[i]) }
			}
			alone(b, name+"/"+p.maker, op)
		}
	}
}
