package rival

import (
	"testing"

	"github.com/bwmarrin/snowflake"
	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
	"go.mongodb.org/mongo-driver/v2/bson"

	"idscope/gen"
)

// texts are the schemes that have a library to write and read them. Sonyflake has
// none: its ids are integers without a text of their own.
var texts = []string{"uuidv4", "uuidv7", "ulid", "xid", "ksuid", "objectid", "snowflake"}

// BenchmarkText writes the text of one id at a time, of the same 1024 by
// every maker, and of all of them by ours (idscope-lines, ns a line). Others' strings
// do not leave the loop, which spares some of them the allocation. No other library
// writes many at once.
func BenchmarkText(b *testing.B) {
	for _, name := range texts {
		s := mustScheme(b, name)
		ids, bits := sample(b, s), s.Layout.Size()
		buf := make([]byte, 0, 64*len(ids))
		write(b, name+"/idscope", func(i int) byte { return s.Text.Append(buf[:0], ids[i], bits)[0] })
		b.Run(name+"/idscope-lines", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				buf = s.Text.AppendLines(buf[:0], ids, bits)
			}
			perLine(b, len(ids))
		})
		writeOthers(b, name, ids, buf)
	}
	nano := mustCompose(b, "nanoid")
	b.Run("nanoid/idscope-lines", func(b *testing.B) { // random symbols included
		b.ReportAllocs()
		buf := make([]byte, 0, 32<<10)
		for b.Loop() {
			block, _ := nano.Fill(b.Context(), 1000)
			if _, err := block.Append(buf); err != nil {
				b.Fatal(err)
			}
		}
		perLine(b, 1000)
	})
}

// perLine reports ns a line of loops that have lines of them each.
func perLine(b *testing.B, lines int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*lines), "ns/line")
}

func write(b *testing.B, name string, op func(i int) byte) {
	i := 0
	alone(b, name, func() error { i = (i + 1) & 1023; op(i); return nil })
}

func writeOthers(b *testing.B, name string, ids []gen.ID, buf []byte) {
	buf = buf[:64]
	switch name {
	case "uuidv4", "uuidv7":
		l := as(ids, func(id gen.ID) uuid.UUID { return id.Bytes16() })
		write(b, name+"/google", func(i int) byte { t := l[i].String(); return t[len(t)-1] })
		write(b, name+"/google-marshal", func(i int) byte { t, _ := l[i].MarshalText(); return t[len(t)-1] })
	case "ulid":
		l := as(ids, func(id gen.ID) ulid.ULID { return id.Bytes16() })
		write(b, "ulid/oklog", func(i int) byte { t := l[i].String(); return t[len(t)-1] })
		write(b, "ulid/oklog-to", func(i int) byte { _ = l[i].MarshalTextTo(buf[:26]); return buf[0] })
	case "xid":
		l := as(ids, func(id gen.ID) xid.ID { return id.Bytes12() })
		write(b, "xid/rs", func(i int) byte { t := l[i].String(); return t[len(t)-1] })
		write(b, "xid/rs-encode", func(i int) byte { return l[i].Encode(buf[:20])[0] })
	case "ksuid":
		l := as(ids, func(id gen.ID) ksuid.KSUID { return ksuid.KSUID(id.AppendBytes(nil, 20)) })
		write(b, "ksuid/segmentio", func(i int) byte { t := l[i].String(); return t[len(t)-1] })
		write(b, "ksuid/segmentio-append", func(i int) byte { return l[i].Append(buf[:0])[0] })
	case "objectid":
		l := as(ids, func(id gen.ID) bson.ObjectID { return id.Bytes12() })
		write(b, "objectid/mongo", func(i int) byte { t := l[i].Hex(); return t[len(t)-1] })
	case "snowflake":
		l := as(ids, func(id gen.ID) snowflake.ID { _, v := id.DivMod(1 << 63); return snowflake.ID(v) })
		write(b, "snowflake/bwmarrin", func(i int) byte { t := l[i].String(); return t[len(t)-1] })
		write(b, "snowflake/bwmarrin-base58", func(i int) byte { t := l[i].Base58(); return t[len(t)-1] }) // 11 symbols
	}
}

func as[T any](ids []gen.ID, turn func(gen.ID) T) []T {
	list := make([]T, len(ids))
	for i, id := range ids {
		list[i] = turn(id)
	}
	return list
}
