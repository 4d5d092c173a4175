package text

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"idscope/gen/fault"
	"idscope/gen/testing/try"
)

// textForms are the ways to write that the tests go through: the forms that have
// a text for every identifier. DateDigits has tests of its own.
func textForms() []Text {
	var all []Text
	for _, f := range Forms() {
		if !f.Form.Encodes() {
			continue
		}
		all = append(all, Text{Form: f.Form})
		switch {
		case f.Form == Base36: // its Width is exact
			all = append(all, Text{Form: f.Form, Width: 40})
		case rules[f.Form.row().rule].number:
			all = append(all, Text{Form: f.Form, Width: 12}, Text{Form: f.Form, Width: 60})
		}
	}
	return all
}

// fits reports whether a form has room for identifiers of that size.
func (f Form) fits(bits int) bool {
	return f.Size() == 0 || f.Size() == bits
}

// randomID has any length up to bits, so that zeros in front are common.
func randomID(r *rand.Rand, bits int) ID {
	id := ID{r.Uint64(), r.Uint64(), r.Uint64()}
	return id.And(Mask(r.IntN(bits + 1)))
}

func bigOf(id ID) *big.Int { return new(big.Int).SetBytes(id.AppendBytes(nil, 24)) }

// TestTextKnown: published texts, and others worked out by hand, are written and read.
func TestTextKnown(t *testing.T) {
	try.Lines(t, "testdata/known.txt", func(given string) string {
		var form, digits string
		var width, bits int
		_, given, _ = strings.Cut(given, ": ")
		try.Of(fmt.Sscan(given, &form, &width, &bits, &digits)).Or(t)
		x := Text{try.Of(Named(form)).Or(t), width}
		id := try.Of(Text{Form: Decimal}.Parse([]byte(digits), MaxBits)).Or(t)
		written := strings.TrimPrefix(string(x.Append([]byte("x"), id, bits)), "x")
		try.Of(x.Parse([]byte(written), bits)).Is(t, id, "%s is read as", written)
		return written
	})
}

// TestTextParseIgnoresCase reads testdata/cases.txt: symbols of the other case are read where both are one.
func TestTextParseIgnoresCase(t *testing.T) {
	try.Lines(t, "testdata/cases.txt", func(given string) string {
		var form, text string
		var bits int
		try.Of(fmt.Sscan(given, &form, &bits, &text)).Or(t)
		x := Text{Form: try.Of(Named(form)).Or(t)}
		return string(x.Append(nil, try.Of(x.Parse([]byte(text), bits)).Or(t), bits))
	})
}

// An integer beyond an exact width is written, but not read.
func TestTextExactWidth(t *testing.T) {
	text := Text{Base36, 12}
	top, over := ID{Lo: 4738381338321616895}, ID{Lo: 4738381338321616896} // 36^12
	try.Equal(t, string(text.Append(nil, top, 64)), "zzzzzzzzzzzz", "%+v.Append(36^12-1) =", text)
	s := text.Append(nil, over, 64)
	if _, err := text.Parse(s, 64); string(s) != "1000000000000" || err == nil {
		t.Errorf("%+v.Append(36^12) = %q, and Parse of it %v; want 1000000000000, and an error", text, s, err)
	}
}

// Every size, every form: the text is as long as Len says, and reads back.
func TestTextRoundTrip(t *testing.T) {
	r, around := rand.New(rand.NewPCG(1, 2)), make([]byte, 1000)
	for bits := 1; bits <= MaxBits; bits++ {
		for _, text := range textForms() {
			if !text.Form.fits(bits) {
				continue
			}
			ids := []ID{{}, ID{Lo: 1}, Mask(bits), Mask(bits - 1)}
			for range 20 {
				ids = append(ids, randomID(r, bits))
			}
			shortest, longest := text.Len(bits)
			for _, id := range ids {
				s := text.Append(around[:0], id, bits)
				if around[len(s)] != 0 {
					t.Fatalf("%+v.Append(%x, %d) = %q, and writes behind it", text, id, bits, s)
				}
				if len(s) < shortest || len(s) > longest {
					t.Fatalf("%+v.Append(%x, %d) = %q, %d characters; want %d to %d", text, id, bits, s, len(s), shortest, longest)
				}
				if got, err := text.Parse(s, bits); err != nil || got != id {
					t.Fatalf("%+v.Parse(%q, %d) = %x, %v; want %x, nil", text, s, bits, got, err, id)
				}
				clear(s)
			}
			if most := text.Append(nil, Mask(bits), bits); len(most) != longest {
				t.Fatalf("%+v.Len(%d) = %d, %d; want %d at most, as of %q", text, bits, shortest, longest, len(most), most)
			}
			if least := text.Append(nil, ID{}, bits); len(least) != shortest {
				t.Fatalf("%+v.Len(%d) = %d, %d; want %d at least, as of %q", text, bits, shortest, longest, len(least), least)
			}
		}
	}
}

func TestTextAppendTakesLowestBits(t *testing.T) {
	for _, f := range Forms() {
		got, want := Text{Form: f.Form}.Append(nil, Mask(192), 100), Text{Form: f.Form}.Append(nil, Mask(100), 100)
		if !bytes.Equal(got, want) {
			t.Errorf("%s: Append(2^192-1, 100) = %q; want %q, as of 2^100-1", f.Name, got, want)
		}
	}
}

// Sorted identifiers have sorted texts where the doc comment of Append says so.
func TestTextOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, text := range append(textForms(), Text{Decimal, 39}, Text{Base62, 22}, Text{Base58, 22}, Text{Base36, 25},
		Text{Base57, 22}) {
		if !text.Sorted(128) || !text.Form.fits(128) {
			continue
		}
		for range 2000 {
			a, b := randomID(r, 128), randomID(r, 128)
			s, u := text.Append(nil, a, 128), text.Append(nil, b, 128)
			try.Need(t, bytes.Compare(s, u), a.Cmp(b), "%+v: Compare(%q, %q) =", text, s, u)
		}
	}
}

// What is given is not kept: buffers of the caller's stay on its stack, and nothing else is allocated.
func TestTextDoesNotAllocate(t *testing.T) {
	for _, text := range textForms() {
		bits := cmp.Or(text.Form.Size(), 128)
		try.Equal(t, testing.AllocsPerRun(100, func() {
			var buf [100]byte
			s := text.Append(buf[:0], Mask(bits), bits)
			if got, err := text.Parse(s, bits); err != nil || got != Mask(bits) {
				t.Error("what was written is not read as it was:", err) // s is not shown, and so stays on the stack
			}
		}), 0, "%+v: allocations of Append and Parse:", text)
	}
}

func TestTextFormNames(t *testing.T) {
	for i, f := range Forms() {
		try.Equal(t, f.Form, Form(i+1), "Forms()[%d] =", i)
		try.Of(Named(f.Name)).Is(t, f.Form, "Named(%q) =", f.Name)
		try.Equal(t, f.Form.String(), f.Name, "Form(%d).String() =", f.Form)
	}
	_, err := Named("base63")
	want := `form "base63" does not exist; use int, hex, uuid, base32, base32hex, base58, base62, base64 or raw`
	if err == nil || err.Error() != want {
		t.Errorf("Named(%q) = %v; want %s", "base63", err, want)
	}
}

// TestForms has in testdata/forms.txt what is known of each form, and of its texts of a width and IDs of a size.
func TestForms(t *testing.T) {
	try.Lines(t, "testdata/forms.txt", func(given string) string {
		name, text, bits := "", Text{}, 0
		try.Of(fmt.Sscan(given, &name, &text.Width, &bits)).Or(t)
		f, _ := Named(name)
		if text.Form = f; text.Check(bits) != nil {
			return text.Check(bits).Error()
		}
		symbols, fold := f.Symbols()
		shortest, longest := text.Len(bits)
		first, either := text.First(bits)
		number, moved := f.Number(ID{Lo: 0x123456789abcdef0})
		return fmt.Sprintf("%s, %+v, %d to %d of %s; %s fold %t; sorted %t, first %s %t, spare %d, marks %d %q; binary %t, "+
			"digits %t, syntax %t, size %d, encodes %t, bytes %t; %+v; %+v; number %x %t", f, Forms()[f-1], shortest,
			longest, f.row().unit, symbols, fold, text.Sorted(bits), first, either, text.Spare(bits), text.Marks(bits),
			f.Punctuation(), f.Binary(), f.Digits(), f.Syntax(), f.Size(), f.Encodes(), f.Bytes(), f.Runs(), f.UUIDs(),
			number.Lo, moved)
	})
}

// A form that does not exist is a mistake in the program, not in the text.
func TestTextUnknownForm(t *testing.T) {
	var e *fault.Error
	if _, err := (Text{}).Parse([]byte("1"), 64); !errors.As(err, &e) {
		t.Errorf("Text{}.Parse(%q, 64) = %v; want a *fault.Error", "1", err)
	}
	defer func() {
		try.Equal(t, recover(), "gen: form 0 of text does not exist", "Text{}.Append: panic")
	}()
	Text{}.Append(nil, ID{}, 64)
}
