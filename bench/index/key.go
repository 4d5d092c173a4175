package index

import "idscope/gen"

// Key is how the identifiers of a scheme are stored: as an integer up to 64 bits,
// as a UUID at 128, else as that many bytes. Identifiers that are bits are stored as text
// in the variant [TextKey] alone, which doubles the size; those that are nothing but text
// are else bytes too, one for each character.
type Key struct {
	Bits int  // 1 to 192
	Text bool // the scheme is a pattern of text
	// Appended says that identifiers of a later tick are greater than all earlier
	// ones: for engines that have to be told, and for windows of time.
	Appended bool
	// Chars is how many characters a key stored as text has at most; 0 where it is none.
	Chars int

	write func(dst []byte, id gen.ID) []byte // of a key stored as text
}

// KeyOf is the key of a scheme's identifiers in a variant; 0 bits where they are too long.
func KeyOf(s *gen.Scheme, v Variant) Key {
	k := Key{Bits: s.Layout.Size(), Appended: s.Timed() && s.TimeOrdered()}
	if s.Pattern != nil {
		k.Text = true
		if k.Bits = 8 * s.Pattern.Made(); k.Bits > gen.MaxBits {
			k.Bits = 0
		}
	}
	if v != TextKey {
		return k
	}
	if s.Pattern != nil {
		n := k.Bits / 8
		k.Chars, k.write = n, func(dst []byte, id gen.ID) []byte { return id.AppendBytes(dst, n) }
		return k
	}
	k.Chars, k.write = s.TextLength(), s.Append
	k.Appended = k.Appended && s.Text.Sorted(s.Layout.Size())
	return k
}

// Written reports whether keys are stored as text.
func (k Key) Written() bool { return k.write != nil }

// Integer reports whether keys are 64-bit integers.
func (k Key) Integer() bool { return k.Bits <= 64 && !k.Text && !k.Written() }

// UUID reports whether keys have the 128 bits of a UUID.
func (k Key) UUID() bool { return k.Bits == 128 && !k.Text && !k.Written() }

// Bytes is the size of a key, at most.
func (k Key) Bytes() int {
	switch {
	case k.Written():
		return k.Chars
	case k.Integer():
		return 8
	}
	return (k.Bits + 7) / 8
}

// Append appends a key as big-endian bytes, which compare as the identifiers do, or as its
// text.
func (k Key) Append(dst []byte, id gen.ID) []byte {
	if k.Written() {
		return k.write(dst, id)
	}
	return id.AppendBytes(dst, k.Bytes())
}
