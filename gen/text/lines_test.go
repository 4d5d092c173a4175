package text

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// AppendLines writes what Append writes, for all forms, sizes and widths, and for
// numbers of every length.
func TestLinesAreAppend(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	check := func(text Text, bits int) {
		t.Helper()
		if text.Check(bits) != nil {
			return
		}
		ids := []ID{{}, FromUint64(1), Mask(bits), Mask(max(1, bits-1))}
		for range 60 {
			id := ID{random.Uint64(), random.Uint64(), random.Uint64()}.And(Mask(bits))
			ids = append(ids, id.Shr(uint(random.IntN(bits))), id)
		}
		for p, k := uint64(1), 0; k < 20; k++ {
			if id := FromUint64(p); id.Len() <= bits {
				ids = append(ids, id, FromUint64(p-1), FromUint64(p+1).And(Mask(bits)))
			}
			p *= 10
		}
		for _, id := range ids[len(ids)-40:] { // numbers that follow each other
			for range random.IntN(5) {
				if id = FromUint64(id.Lo + 1); id.Len() <= bits {
					ids = append(ids, id)
				}
			}
		}
		want := []byte("before ")
		for _, id := range ids {
			want = append(text.Append(want, id, bits), '\n')
		}
		if got := text.AppendLines([]byte("before "), ids, bits); string(got) != string(want) {
			t.Fatalf("%v of %d bits, width %d: AppendLines(%x) =\n%s; want\n%s", text.Form, bits, text.Width, ids, got, want)
		}
	}
	for _, f := range Forms() {
		for bits := 1; bits <= MaxBits; bits++ {
			_, longest := Text{Form: f.Form}.Len(bits)
			for _, width := range []int{0, longest, longest + 3} {
				check(Text{Form: f.Form, Width: width}, bits)
			}
		}
	}
}

// Numbers that follow each other, of all lengths and across all borders, and the
// texts of identifiers that do, or that have one upper half.
func TestLinesFollowing(t *testing.T) {
	check := func(text Text, bits int, from ID, step func(int, ID) ID) {
		t.Helper()
		var ids []ID
		var want []byte
		id := from.And(Mask(bits))
		for i := range 11_000 {
			ids = append(ids, id)
			want = append(text.Append(want, id, bits), '\n')
			id = step(i, id).And(Mask(bits))
		}
		if got := text.AppendLines(nil, ids, bits); string(got) != string(want) {
			for i, line := range bytes.SplitAfter(got, []byte("\n")) {
				if !bytes.HasPrefix(want, line) {
					t.Fatalf("%v: line %d from %x on is %q; want %q", text.Form, i, from, line, want[:len(line)])
				}
				want = want[len(line):]
			}
		}
	}
	next := func(i int, id ID) ID {
		unit := uint64(1)
		if i%977 == 976 { // one that does not follow
			unit = 3
		}
		id, _ = id.MulAdd(1, unit)
		return id
	}
	for start, digits := uint64(1), 1; digits <= 20; start, digits = start*10, digits+1 {
		for _, from := range []uint64{start, start - 1, start + 9_990, start*3 + 12_340, start - 7_000, ^uint64(0) - 12_000} {
			check(Text{Form: Decimal}, 64, FromUint64(from), next)
		}
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		from := ID{random.Uint64(), random.Uint64(), random.Uint64()}
		for _, from := range []ID{from, {from.Hi, from.Mid, ^uint64(0) - 5_000}, {from.Hi, ^uint64(0), ^uint64(0) - 5_000}} {
			check(Text{Form: Crockford}, 128, from, next)
			check(Text{Form: Base32Hex}, 96, from, next)
			check(Text{Form: UUID}, 128, from, next)
			check(Text{Form: UUID}, 128, from, func(i int, id ID) ID { return ID{0, id.Mid, random.Uint64()} })
		}
	}
}
