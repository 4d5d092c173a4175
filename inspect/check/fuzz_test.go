package check

import (
	"context"
	"testing"

	"idscope/gen"
	"idscope/inspect/known"
)

// FuzzCheck compares any text with the reference, by shape and as a scheme.
func FuzzCheck(f *testing.F) {
	f.Add([]byte("5\n7\r\n\n5"), uint8(0))
	f.Add([]byte("7000000000"), uint8(80))                          // seconds and microseconds in fields of their own
	f.Add([]byte("00000000000000004805603606036481 "), uint8(0x8c)) // its half is a card number, shown masked
	f.Add([]byte("1541815603606036480\n1541815603606036481\n"), uint8(1))
	f.Add([]byte("017F22E2-79B0-7CC3-98C4-DC0C0C07398F\n017f22e279b07cc398c4dc0c0c07398f\n"), uint8(2))
	f.Add([]byte("507f1f77bcf86cd799439011\n01ARZ3NDEKTSV4RRFFQ69G5FAV\n9m4e2mr0ui3e8a215n4g\ngadget/5@3"), uint8(3))
	all := known.All()
	f.Fuzz(func(t *testing.T, text []byte, how uint8) {
		o := Options{Now: present}
		switch n := int(how) % (len(all) + 2); {
		case n == 1:
			o.Classify = fields
		case n > 1:
			o.As = all[n-2]
			if o.As.Layout.Width(gen.Seq) > 16 || o.As.Pattern != nil {
				return // the reference counts one by one, and reads bits
			}
		}
		names := []string{"a", "b"}
		texts := [][]byte{text, text[len(text)/2:]}
		want := show(checkSlowly(names, texts, o))
		for _, b := range budgets()[1:4] {
			b.As, b.Classify, b.Now, b.TempDir = o.As, o.Classify, o.Now, t.TempDir()
			got, err := Run(context.Background(), input(names, texts), b)
			if err != nil {
				t.Fatal(err)
			}
			if got := show(got); got != want {
				t.Fatal(difference(got, want))
			}
		}
	})
}
