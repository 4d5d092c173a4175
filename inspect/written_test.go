package inspect

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"idscope/gen"
	"idscope/inspect/known"
)

// What is written in any form, of sizes of every kind, is read back in that form, and found
// among the readings of the text without it.
func TestWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 2))
	for bits := 1; bits <= gen.MaxBits; bits++ {
		if bits > 72 && bits%8 != 0 && bits%5 != 0 {
			continue
		}
		s := &gen.Scheme{Name: "custom", Summary: "custom", Encoding: gen.Encoding{Text: gen.Text{Form: gen.Decimal}}}
		for left := bits; left > 0; left -= 64 {
			s.Layout = append(s.Layout, gen.Field{Name: fmt.Sprintf("f%d", left), Source: gen.Data, Bits: min(left, 64)})
		}
		in := inspector(t, Options{As: []*gen.Scheme{s}})
		all := gen.Mask(bits)
		ids := []gen.ID{{}, gen.ID{Lo: 1}, all, all.Shr(1)}
		for range long(1, 200) {
			ids = append(ids, gen.ID{Hi: r.Uint64(), Mid: r.Uint64(), Lo: r.Uint64()}.And(all))
		}
		for _, to := range Targets() {
			if to.Bits > 0 && to.Bits != bits || to.Text.Check(bits) != nil {
				continue
			}
			for _, id := range ids {
				out, err := Convert(Written{ID: id, Scheme: s}, to, false)
				if err != nil && (strings.HasPrefix(to.Name, "ncname") && !isUUID(id) || to.Name == "upid") {
					continue // which are for UUIDs, and UPIDs, alone
				}
				if err != nil {
					t.Fatalf("Convert(%x of %d bits, %s) = %v", id, bits, to.Name, err)
				}
				if back, ok := to.Text.Try([]byte(strings.TrimPrefix(out.Text, to.Prefix)), bits); !ok || back != id {
					t.Errorf("%s writes %x of %d bits as %q, and reads %x", to.Name, id, bits, out.Text, back)
					continue
				}
				w, err := in.WrittenIn(out.Text, to, 0)
				if err != nil || w.ID != id {
					t.Errorf("WrittenIn(%q, %s) of %d bits = %x, %v; want %x", out.Text, to.Name, bits, w.ID, err, id)
				}
				_, longest := to.Text.Len(bits)
				if to.Text.Form.Binary() || len(out.Text) < longest-2 || strings.Trim(out.Text, "0123456789") == "" {
					continue
				}
				if list := in.Written(out.Text); !slices.ContainsFunc(list, func(w Written) bool { return w.ID == id }) {
					t.Errorf("Written(%q) of %d bits, as %s = %v; want %x among them", out.Text, bits, to.Name, list, id)
				}
			}
		}
	}
}

func isUUID(id gen.ID) bool { return id.Lo>>62 == 2 }

func FuzzWritten(f *testing.F) {
	var ins []*Inspector
	for _, name := range []string{"snowflake", "ulid", "objectid", "ksuid"} {
		as, _ := Named(name)
		ins = append(ins, inspector(f, Options{As: as}))
	}
	ins = append(ins, inspector(f, Options{}))
	for _, s := range seeds {
		f.Add(s)
	}
	for _, s := range known.All() {
		f.Add(s.Example.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, in := range ins {
			for _, w := range in.Written(text) {
				again := w.Form.Prefix + string(w.Form.Text.Append(nil, w.ID, w.Scheme.Layout.Size()))
				if !strings.EqualFold(again, text) {
					t.Fatalf("Written(%q) has %+v, which is written %q", text, w, again)
				}
			}
			for _, to := range Targets() {
				if w, err := in.WrittenIn(text, to, 0); err == nil && w.ID.Len() > w.Scheme.Layout.Size() {
					t.Fatalf("WrittenIn(%q, %s) = %+v", text, to.Name, w)
				}
			}
		}
	})
}
