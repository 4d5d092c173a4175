package index

import "idscope/gen"

// Key is how the identifiers of a scheme are stored: as an integer up to 64 bits,
// as a UUID at 128, else as that many bytes. Identifiers that are bits are never
// stored as text, which doubles the size; those that are nothing but text are
// bytes too, one for each character.
type Key struct {
	Bits int  // 1 to 192
	Text bool // the scheme is a pattern of text
	// Appended says that identifiers of a later tick are greater than all earlier
	// ones: for engines that have to be told.
	Appended bool
}

// KeyOf is the key of a scheme's identifiers; 0 bits where they are too long.
func KeyOf(s *gen.Scheme) Key {
	k := Key{Bits: s.Layout.Size(), Appended: s.Timed() && s.TimeOrdered()}
	if s.Pattern != nil {
		k.Text = true
		if k.Bits = 8 * s.Pattern.Made(); k.Bits > gen.MaxBits {
			k.Bits = 0
		}
	}
	return k
}

// Integer reports whether keys are 64-bit integers.
func (k Key) Integer() bool { return k.Bits <= 64 && !k.Text }

// UUID reports whether keys have the 128 bits of a UUID.
func (k Key) UUID() bool { return k.Bits == 128 && !k.Text }

// Bytes is the size of a key.
func (k Key) Bytes() int {
	if k.Integer() {
		return 8
	}
	return (k.Bits + 7) / 8
}

// Append appends a key as big-endian bytes, which compare as the identifiers do.
func (k Key) Append(dst []byte, id gen.ID) []byte { return id.AppendBytes(dst, k.Bytes()) }
