package rival

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"

	"idscope/gen"
	"idscope/inspect"
)

// BenchmarkLines reads 4096 lines in memory, ns a line. Ours tells the scheme and
// writes JSON; the others only parse, or write JSON by encoding/json as well. Only
// snowflake is read --as itself, and has no counterpart: no library reads lines of it.
func BenchmarkLines(b *testing.B) {
	for _, c := range []struct {
		name string
		as   bool
	}{{"uuidv4", false}, {"uuidv7", false}, {"ulid", false}, {"snowflake", true}} {
		lines := fileOf(b, c.name)
		o := inspect.Options{Now: time.Now()}
		if c.as {
			o.As, _ = inspect.Named(c.name)
		}
		in, err := inspect.New(o)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name+"/idscope-json", func(b *testing.B) {
			st := inspect.NewStreamer(in, true)
			var dst []byte
			b.ReportAllocs()
			for b.Loop() {
				total, ok := 0, true
				dst = dst[:0]
				for line := range bytes.Lines(lines) {
					if dst, ok = st.Append(dst, bytes.TrimSuffix(line, []byte("\n"))); !ok {
						b.Fatalf("%q is not an id", line)
					}
					total++
				}
				if total != fileLines {
					b.Fatalf("%d lines; want %d", total, fileLines)
				}
			}
			perLine(b, fileLines)
		})
	}
	parse := func(_ *json.Encoder, line []byte) error { _, err := uuid.ParseBytes(line); return err }
	scan(b, "uuidv4/google", parse)
	scan(b, "uuidv7/google", parse)
	scan(b, "ulid/oklog-strict", func(_ *json.Encoder, line []byte) error {
		_, err := ulid.ParseStrict(string(line))
		return err
	})
	encode := func(to *json.Encoder, line []byte) error {
		id, err := uuid.ParseBytes(line)
		if err != nil {
			return err
		}
		a := answer{ID: string(line), Version: int(id.Version())}
		if a.Version == 7 {
			sec, ns := id.Time().UnixTime()
			at := time.Unix(sec, ns).UTC()
			a.Time = &at
		}
		return to.Encode(a)
	}
	scan(b, "uuidv4/google-json", encode)
	scan(b, "uuidv7/google-json", encode)
	scan(b, "ulid/oklog-json", func(to *json.Encoder, line []byte) error {
		id, err := ulid.ParseStrict(string(line))
		if err != nil {
			return err
		}
		at := id.Timestamp().UTC()
		return to.Encode(answer{ID: string(line), Time: &at})
	})
}

// answer is about the least that an inspector says.
type answer struct {
	ID      string     `json:"id"`
	Version int        `json:"version,omitempty"`
	Time    *time.Time `json:"time,omitempty"`
}

const fileLines = 4096

func fileOf(b *testing.B, name string) []byte {
	s := mustScheme(b, name)
	g, err := gen.New(s, gen.Options{})
	if err != nil {
		b.Fatal(err)
	}
	ids := make([]gen.ID, fileLines)
	if _, err := g.Fill(context.Background(), ids); err != nil {
		b.Fatal(err)
	}
	return s.Text.AppendLines(nil, ids, s.Layout.Size())
}

// scan reads the lines of the scheme that name begins with by bufio.Scanner.
func scan(b *testing.B, name string, read func(*json.Encoder, []byte) error) {
	before, _, _ := bytes.Cut([]byte(name), []byte("/"))
	lines := fileOf(b, string(before))
	b.Run(name, func(b *testing.B) {
		var out bytes.Buffer
		to := json.NewEncoder(&out)
		b.ReportAllocs()
		for b.Loop() {
			out.Reset()
			in := bufio.NewScanner(bytes.NewReader(lines))
			for in.Scan() {
				if err := read(to, in.Bytes()); err != nil {
					b.Fatal(err)
				}
			}
		}
		perLine(b, fileLines)
	})
}
