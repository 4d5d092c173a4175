package scheme

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	jetify "go.jetify.com/typeid"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
)

// prefixes are of every kind that the specification allows: none, one letter, the
// longest, and with underscores inside.
var prefixes = []string{"", "a", "user", "a_b_c", "my__type", strings.Repeat("z", 63),
	"x" + strings.Repeat("_", 61) + "x"}

func TestJetifyReadsOurTypeIDs(t *testing.T) {
	s, _ := Get("typeid")
	n := 0
	eachOfOurs(t, "typeid", nil, func(id gen.ID, _ string, field func(string) uint64, at time.Time) {
		prefix := prefixes[n%len(prefixes)]
		n++
		text := string(s.AppendPrefixed(nil, id, prefix))
		theirs, err := jetify.FromString(text)
		if err != nil || theirs.String() != text || theirs.Prefix() != prefix {
			t.Fatalf("typeid.FromString(%s) = %s, %v; want the same, prefix %q", text, theirs, err, prefix)
		}
		compareTypeID(t, theirs, id, field, at)
	})
}

func TestWeReadJetifyTypeIDs(t *testing.T) {
	s, _ := Get("typeid")
	codec := schemetest.Compile(t, s)
	for i := range compared {
		prefix := prefixes[i%len(prefixes)]
		theirs := try.Of(jetify.WithPrefix(prefix)).Or(t)
		id := readTypeID(t, s, theirs)
		if !codec.Matches(id) {
			t.Fatalf("%s is no UUIDv7 to us", theirs)
		}
		compareTypeID(t, theirs, id, fieldReader(t, s, codec, id), tickTime(s, codec, id))
	}
}

// What is no UUIDv7 is a text of a TypeID all the same: theirs are made of random
// bits here, and the bits and the text have to be equal.
func TestTypeIDTextsOfAnyBits(t *testing.T) {
	s, _ := Get("typeid")
	random := newBytes(16)
	for i := range compared {
		theirs := try.Of(jetify.FromUUIDBytesWithPrefix(prefixes[i%len(prefixes)], random())).Or(t)
		if id := readTypeID(t, s, theirs); string(s.AppendPrefixed(nil, id, theirs.Prefix())) != theirs.String() {
			t.Fatalf("%s is written %s", theirs, s.AppendPrefixed(nil, id, theirs.Prefix()))
		}
	}
}

// TestTypeIDRefusals changes one character of a good text at a time, over all bytes,
// in short and long prefixes, separator and suffix: what they refuse, we refuse.
func TestTypeIDRefusals(t *testing.T) {
	s, _ := Get("typeid")
	refused, accepted := 0, 0
	for _, text := range []string{"prefix_01h455vb4pex5vsknk084sn02q", "01h455vb4pex5vsknk084sn02q",
		"a_b_01h455vb4pex5vsknk084sn02q", prefixes[5] + "_7zzzzzzzzzzzzzzzzzzzzzzzzz"} {
		for at := range len(text) {
			for c := range 128 {
				changed := []byte(text)
				changed[at] = byte(c)
				theirs, err := jetify.FromString(string(changed))
				got, ours := s.Parse(changed)
				if (err == nil) != (ours == nil) {
					t.Errorf("%q: %v to them, %v to us", changed, err, ours)
				}
				switch {
				case err != nil:
					refused++
				case got.Prefix != theirs.Prefix():
					t.Errorf("the prefix of %q is %q to them, %q to us", changed, theirs.Prefix(), got.Prefix)
				default:
					accepted++
				}
			}
		}
		for _, changed := range []string{text + "0", text[:len(text)-1], "_" + text, text + "_", strings.ToUpper(text),
			" " + text, text + "\n", "z" + text} {
			_, err := jetify.FromString(changed)
			if _, ours := s.Parse([]byte(changed)); (err == nil) != (ours == nil) {
				t.Errorf("%q: %v to them, %v to us", changed, err, ours)
			}
		}
	}
	if refused < 10_000 || accepted < 2_000 {
		t.Errorf("%d refused and %d accepted; want many of both", refused, accepted)
	}
}

func readTypeID(t *testing.T, s *gen.Scheme, theirs jetify.AnyID) gen.ID {
	t.Helper()
	got, err := s.Parse([]byte(theirs.String()))
	if err != nil || got.Prefix != theirs.Prefix() || !bytes.Equal(theirs.UUIDBytes(), got.ID.AppendBytes(nil, 16)) {
		t.Fatalf("Parse(%s) = %+v, %v; want prefix %q, %x", theirs, got, err, theirs.Prefix(), theirs.UUIDBytes())
	}
	return got.ID
}

// compareTypeID compares the UUID, and the time in its first 48 bits.
func compareTypeID(t *testing.T, theirs jetify.AnyID, id gen.ID, field func(string) uint64, at time.Time) {
	t.Helper()
	uuid := string(gen.Text{Form: gen.UUID}.Append(nil, id, 128))
	ms := fmt.Sprintf("%012x", at.UnixMilli())
	if theirs.UUID() != uuid || ms != uuid[:8]+uuid[9:13] || field("version") != 7 || field("variant") != 2 {
		t.Fatalf("%s is %s to them; to us %s of %s", theirs, theirs.UUID(), uuid, at)
	}
}
