package scheme

import (
	"slices"
	"testing"
	"time"

	marrin "github.com/bwmarrin/snowflake"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
)

// nodes are numbers of ten bits, which are a datacenter and a worker of ours.
var nodes = []uint64{0, 1, 31, 32, 378, 1023}

func TestBwmarrinReadsOurSnowflakes(t *testing.T) {
	eachOfOurs(t, "snowflake", nodes, func(id gen.ID, text string, field func(string) uint64, at time.Time) {
		theirs, err := marrin.ParseString(text)
		if err != nil || theirs.String() != text || theirs.Int64() != int64(id.Lo) {
			t.Fatalf("ParseString(%s) = %d, %v; want the same", text, theirs, err)
		}
		compareBwmarrin(t, theirs, field, at)
	})
}

// Their generator waits within its lock for the next millisecond after 4096 ids.
func TestWeReadBwmarrinSnowflakes(t *testing.T) {
	s, _ := Get("snowflake")
	codec := schemetest.Compile(t, s)
	for _, number := range nodes {
		node := try.Of(marrin.NewNode(int64(number))).Or(t)
		for range compared / len(nodes) {
			theirs := node.Generate()
			id, field, at := readOurs(t, s, codec, theirs.String())
			if id.Lo != uint64(theirs) || uint64(theirs.Node()) != number {
				t.Fatalf("Parse(%s) = %d", theirs, id.Lo)
			}
			compareBwmarrin(t, theirs, field, at)
		}
	}
}

func compareBwmarrin(t *testing.T, theirs marrin.ID, field func(string) uint64, at time.Time) {
	t.Helper()
	node := field("datacenter")<<5 | field("worker")
	if !time.UnixMilli(theirs.Time()).Equal(at) || uint64(theirs.Node()) != node ||
		uint64(theirs.Step()) != field("sequence") {
		t.Fatalf("%d is %d, node %d, step %d to them; %s, %d, %d to us", theirs, theirs.Time(), theirs.Node(),
			theirs.Step(), at, node, field("sequence"))
	}
}

// Their spellings are among ours: each is read as the same bits, and written so.
func TestBwmarrinSpellings(t *testing.T) {
	s, _ := Get("snowflake")
	size := s.Layout.Size()
	r := seeded()
	for _, c := range []struct {
		form  gen.Form
		write func(marrin.ID) string
		read  func(string) (marrin.ID, error)
	}{
		{gen.ZBase32, marrin.ID.Base32, func(text string) (marrin.ID, error) { return marrin.ParseBase32([]byte(text)) }},
		{gen.Base36Lower, marrin.ID.Base36, marrin.ParseBase36},
		{gen.Base58Flickr, marrin.ID.Base58, func(text string) (marrin.ID, error) {
			return marrin.ParseBase58([]byte(text))
		}},
		{gen.Decimal, marrin.ID.String, marrin.ParseString},
	} {
		form := gen.Text{Form: c.form}
		if form != s.Text && !slices.Contains(s.Spellings, form) {
			t.Errorf("%s is not a spelling of a snowflake of ours; want all of theirs", c.form)
		}
		for i := range compared {
			n := marrin.ID(r.Int64() >> (i % 63)) // short ones too: the texts have no fixed length
			text := c.write(n)
			if id, err := form.Parse([]byte(text), size); err != nil || id.Lo != uint64(n) {
				t.Fatalf("%s: Parse(%s) = %d, %v; want %d", c.form, text, id.Lo, err, n)
			}
			ours := string(form.Append(nil, gen.FromUint64(uint64(n)), size))
			if back, err := c.read(ours); ours != text || err != nil || back != n {
				t.Fatalf("%s: %d is %s to us, %s to them, who read ours as %d, %v", c.form, n, ours, text, back, err)
			}
		}
	}
}
