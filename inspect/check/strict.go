package check

import (
	"fmt"

	"idscope/gen"
)

// strict reads lines that must be of one scheme, in its own text.
type strict struct {
	scheme *gen.Scheme
	codec  *gen.Codec
	bits   int
	fixed  gen.ID // the bits that are the same in every identifier,
	want   gen.ID // and what they are
	texts  *texts // of a scheme that is a pattern of text, which has none of those
}

func newStrict(s *gen.Scheme, codec *gen.Codec) *strict {
	fixed := codec.Mask(gen.Const).Or(gen.Mask(codec.Size()).Not())
	want, _ := codec.Pack(make([]gen.ID, len(s.Layout))) // zeros fit every field
	return &strict{scheme: s, codec: codec, bits: codec.Size(), fixed: fixed, want: want}
}

// plainIntegers reports whether the fast reader of integers reads the scheme.
func (s *strict) plainIntegers() bool {
	return s.texts == nil && s.scheme.Text == gen.Text{Form: gen.Decimal} && s.bits <= 64
}

// uuids reports whether the fast reader of UUIDs reads the scheme.
func (s *strict) uuids() bool { return s.texts == nil && s.scheme.Text.Form == gen.UUID }

// parse reads a line; it is valid if why is nil.
func (s *strict) parse(line []byte) (id gen.ID, why func() string) {
	id, err := s.scheme.Text.Parse(line, s.bits)
	if err != nil {
		return id, func() string { return predicate(err) }
	}
	if id.And(s.fixed) != s.want {
		return id, func() string { return s.mismatch(id) }
	}
	if err := s.scheme.CheckBits(s.codec, id); err != nil {
		return id, func() string { return "is not " + s.scheme.Name + ": " + err.Error() }
	}
	return id, nil
}

// mismatch names the first constant field that is another.
func (s *strict) mismatch(id gen.ID) string {
	for i, f := range s.scheme.Layout {
		if got := s.codec.Field(id, i); f.Source == gen.Const && got != gen.FromUint64(f.Value) {
			return fmt.Sprintf("has %d in field %s; want %d in every %s", got.Lo, f.Name, f.Value, s.scheme.Name)
		}
	}
	return "has bits that no " + s.scheme.Name + " has"
}
