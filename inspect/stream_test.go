package inspect

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"idscope/gen"
	"idscope/gen/scheme"
)

// slow is what a Streamer makes of lines, written by the Inspector: obvious, and
// what it is compared with.
func slow(in *Inspector, brief bool, lines []byte) (out []byte, total, bad int) {
	for line := range bytes.Lines(lines) {
		text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		r := in.Inspect(string(text[:min(len(text), LongestLine)]))
		if total++; !r.OK() {
			bad++
		}
		if brief {
			out = r.AppendBrief(out)
		} else {
			out = r.AppendJSON(out)
		}
		out = append(out, '\n')
	}
	return out, total, bad
}

// differ reports the first line on which a Streamer and the Inspector disagree.
func differ(t *testing.T, s *Streamer, lines []byte) {
	t.Helper()
	got, total, bad := s.AppendLines(nil, lines)
	want, wantTotal, wantBad := slow(s.in, s.brief, lines)
	if bytes.Equal(got, want) && total == wantTotal && bad == wantBad {
		return
	}
	list := bytes.Split(want, []byte("\n"))
	for i, line := range bytes.Split(got, []byte("\n")) {
		if i >= len(list) || !bytes.Equal(line, list[i]) {
			t.Fatalf("line %d of %d:\n got %s\nwant %s", i, wantTotal, line, list[min(i, len(list)-1)])
		}
	}
	t.Fatalf("%d lines, %d bad; want %d, %d", total, bad, wantTotal, wantBad)
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
				for _, f := range append(gen.Forms(), gen.MoreForms()...) {
					if text := (gen.Text{Form: f.Form}); f.Form != gen.Raw && text.Check(bits) == nil {
						list = append(list, string(text.Append(nil, id, bits)))
					}
				}
			}
		}
	}
	for _, s := range append(scheme.All(), Declared()...) {
		for _, v := range s.Vectors {
			list = append(list, v.Text, strings.ToUpper(v.Text))
		}
	}
	for range 40 * n {
		list = append(list, randomText(r, classes[r.IntN(len(classes))], 1+r.IntN(40)))
		u := gen.ID{Mid: r.Uint64(), Lo: r.Uint64()}
		if r.IntN(2) == 0 { // of about these years
			u.Mid = (uint64(present.UnixMilli())-r.Uint64N(1<<40))<<16 | u.Mid&0xffff
		}
		list = append(list, string(gen.Text{Form: gen.UUID}.Append(nil, u, 128)), string(gen.Text{Form: gen.Crockford}.Append(nil, u, 128)), fmt.Sprint(r.Uint64()>>r.IntN(50)))
	}
	whole := list
	for i, text := range whole {
		switch b := []byte(text); {
		case len(b) < 2:
		case i%7 == 0:
			b[r.IntN(len(b))] = byte(r.UintN(128))
			list = append(list, string(b))
		case i%7 == 1:
			list = append(list, []string{`"` + text + `",`, " " + text, "{" + text + "}", "urn:uuid:" + text, "0x" + text, text + "\r", "https://x.com/a/" + text, text[:len(text)-1], text + "0", "sk_live_" + text}[r.IntN(10)])
		case i%7 == 2:
			list = append(list, strings.ToUpper(text))
		}
	}
	list = append(list, seeds...)
	list = append(list, strings.Fields("historical deadbeef cafebabe ABCDEFGHIJ 0123456789 0X12345678901234567890123456 hello world 20260131 2026-01-31")...)
	same := strings.Join(list, "\n")
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return []byte(same + "\n\n" + strings.Join(list, "\r\n"))
}

// TestStreamer: a Streamer writes what the Inspector does.
func TestStreamer(t *testing.T) {
	all := corpus(t, 40)
	for _, as := range []string{"", "snowflake", "uuid", "ulid", "uuidv7", "ksuid", "discord", "objectid", "tsid"} {
		o := Options{Now: present}
		if as != "" {
			o.As, _ = Named(as)
		}
		for _, brief := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s brief %t", as, brief), func(t *testing.T) {
				s := NewStreamer(inspector(t, o), brief)
				differ(t, s, all)
			})
		}
	}
}
