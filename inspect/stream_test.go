package inspect

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
	"idscope/inspect/lines"
)

// differ reports the first line that a Streamer writes otherwise than the Inspector, which is obvious, in the full
// or the brief form.
func differ(t *testing.T, o Options, text []byte) {
	t.Helper()
	in := inspector(t, o)
	fresh, _ := New(in.opts) // has met no text
	full, brief := NewStreamer(in, false), NewStreamer(in, true)
	n := 0
	for line := range bytes.Lines(text) {
		n++
		line = lines.Trim(line)
		r := fresh.Inspect(string(line))
		for s, want := range map[*Streamer]string{full: "|" + string(r.AppendJSON(nil)),
			brief: "|" + string(r.AppendBrief(nil))} {
			got, ok := s.Append([]byte("|"), line) // behind what is there
			if string(got) == want+"\n" && ok == r.OK() {
				continue
			}
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			t.Fatalf("line %d, %.80q, brief %t, at byte %d:\n got %.200s, %t\nwant %.200s, %t", n, line, s.brief, at,
				got[max(0, at-60):], ok, want[max(0, at-60):], r.OK())
		}
	}
}

// appendLines appends the objects of all lines of a text.
func appendLines(s *Streamer, dst, text []byte) []byte {
	for line := range bytes.Lines(text) {
		dst, _ = s.Append(dst, lines.Trim(line))
	}
	return dst
}

// corpus is ids of every scheme in every spelling, whole and damaged, as they are
// pasted, vectors, words and noise, in one order and another.
func corpus(t testing.TB, n int) []byte {
	r := rand.New(rand.NewPCG(7, 7))
	var list []string
	for _, s := range generable() {
		for i, id := range makeSome(t, s, n, 5) {
			list = append(list, string(s.Append(nil, id)))
			if bits := s.Layout.Size(); i%4 == 0 {
				for _, f := range gen.Forms() {
					if text := (gen.Text{Form: f.Form}); f.Form != gen.Raw && text.Check(bits) == nil {
						list = append(list, string(text.Append(nil, id, bits)))
					}
				}
			}
		}
	}
	for _, s := range append(known.All(), known.Unlisted()...) {
		for _, v := range schemetest.Vectors(s) {
			list = append(list, v.Text, strings.ToUpper(v.Text))
		}
	}
	for range 40 * n {
		list = append(list, randomText(r, classes[r.IntN(len(classes))], 1+r.IntN(40)))
		u := gen.ID{Mid: r.Uint64(), Lo: r.Uint64()}
		if r.IntN(2) == 0 { // of about these years
			u.Mid = (uint64(present.UnixMilli())-r.Uint64N(1<<40))<<16 | u.Mid&0xffff
		}
		list = append(list, string(gen.Text{Form: gen.UUID}.Append(nil, u, 128)),
			string(gen.Text{Form: gen.Crockford}.Append(nil, u, 128)), fmt.Sprint(r.Uint64()>>r.IntN(50)))
	}
	whole := list
	for i, text := range whole {
		switch b := []byte(text); {
		case len(b) < 2:
		case i%7 == 0:
			b[r.IntN(len(b))] = byte(r.UintN(128))
			list = append(list, string(b))
		case i%7 == 1:
			list = append(list, []string{`"` + text + `",`, " " + text, "{" + text + "}", "urn:uuid:" + text,
				"0x" + text, text + "\r", "https://x.com/a/" + text, text[:len(text)-1], text + "0", "sk_live_" + text}[r.IntN(10)])
		case i%7 == 2:
			list = append(list, strings.ToUpper(text))
		}
	}
	list = append(list, seeds...)
	list = append(list, strings.Fields("historical deadbeef cafebabe ABCDEFGHIJ 0123456789 "+
		"0X12345678901234567890123456 hello world 20260131 2026-01-31")...)
	same := strings.Join(list, "\n")
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return []byte(same + "\n\n" + strings.Join(list, "\r\n"))
}

// TestStreamer: a Streamer writes what the Inspector does.
func TestStreamer(t *testing.T) {
	text := corpus(t, long(1, 8))
	for _, as := range []string{"", "snowflake", "uuid", "ulid", "ksuid", "date-seq"} {
		t.Run("as "+as, func(t *testing.T) {
			if as == "" {
				differ(t, Options{}, text)
				return
			}
			list, _ := Named(as)
			differ(t, Options{As: list}, text[len(text)/2:]) // the half without order
		})
	}
}

// One Result can be used with any number of Inspectors.
func TestResultOfTwoInspectors(t *testing.T) {
	var r Result
	for range 2 {
		for name, text := range map[string]string{
			"uuidv4": "919108f7-52d1-4320-9bac-f847db4148a8", "uuidv5": "2ed6657d-e927-568b-95e1-2665a8aea6a2",
			"snowflake": "1541815603606036480", "discord": "1541815603606036480",
		} {
			in := inspector(t, Options{As: []*gen.Scheme{schemeOf(t, name)}})
			in.InspectInto(&r, text)
			fresh := in.Inspect(text)
			try.Equal(t, string(r.AppendJSON(nil)), string(fresh.AppendJSON(nil)), "%q as %s:", text, name)
		}
	}
}

// TestStreamerOptions: under options that it does not know by heart it asks.
func TestStreamerOptions(t *testing.T) {
	text := corpus(t, 1)
	text = text[max(0, len(text)-8_000):] // of the half without order: some of everything
	for _, o := range []Options{{All: true}, {Around: &present}, {Schemes: known.All()[:12]},
		{Now: present.AddDate(-20, 0, 0)}} {
		differ(t, o, text)
	}
}

// TestDetectAllocates: the usual identifiers are found by table, which costs no
// memory.
func TestDetectAllocates(t *testing.T) {
	in := inspector(t, Options{})
	for _, name := range []string{"uuidv1", "uuidv4", "uuidv6", "uuidv7", "ulid", "snowflake", "discord",
		"sonyflake", "ksuid", "xid", "objectid", "tsid", "instagram"} {
		s := schemeOf(t, name)
		var text []byte
		ids := makeSome(t, s, 3000, 11)
		for _, id := range ids {
			text = append(s.Append(text, id), '\n')
		}
		st := NewStreamer(in, true)
		dst := appendLines(st, nil, text)
		asked := 0
		for line := range bytes.Lines(text) {
			if in.detect(new(scan), bytes.TrimSpace(line)).unclear {
				asked++
			}
		}
		if most := len(ids) / 5; asked > most {
			t.Errorf("%s: %d of %d lines are asked about; want at most %d", name, asked, len(ids), most)
		}
		t.Logf("%s: %d of %d lines are asked about", name, asked, len(ids))
		if asked > 0 {
			continue // the Inspector allocates
		}
		dst = slices.Grow(dst, 1000)
		if n := testing.AllocsPerRun(3, func() { dst = appendLines(st, dst[:0], text) }); n > 0 {
			t.Errorf("%s: %v allocations for %d lines; want none", name, n, len(ids))
		}
	}
}

// TestStreamerLines: lines end as they do, and the last may lack its end.
func TestStreamerLines(t *testing.T) {
	const id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
	long := strings.Repeat("1", lines.Longest-1)
	for _, text := range []string{"", "\n", "\r\n", id, id + "\n" + id, id + "\r\n" + id + "\r",
		id + "\n\n\n" + id + "\n", id + "\n" + id[1:] + "\n" + id + "x\n",
		long + "12\n" + id, long + "1\r\n", long + "1\rx\n", long + "\r\n",
		"2124142848293994496\n212414284829399449\n2124142848293994496\n"} {
		differ(t, Options{}, []byte(text))
	}
}

// A Streamer writes of any text what the Inspector does, when it meets it first and
// when it has learned from it. It is a new one each time, so that the fuzzer sees
// the same code run for the same text.
func FuzzStreamer(f *testing.F) {
	as, _ := Named("snowflake")
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Add([]byte(strings.Join(seeds, "\n")))
	f.Fuzz(func(t *testing.T, text []byte) {
		twice := append(append(slices.Clone(text), '\n'), text...)
		differ(t, Options{}, twice)
		differ(t, Options{As: as}, twice)
	})
}
