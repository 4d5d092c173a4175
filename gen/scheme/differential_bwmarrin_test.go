package scheme

import (
	"slices"
	"testing"
	"time"

	marrin "github.com/bwmarrin/snowflake"
	sony "github.com/sony/sonyflake"
	sony2 "github.com/sony/sonyflake/v2"

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

var machines = []uint64{0, 1, 255, 256, 0x1234, 65535}

func TestSonyReadsOurSonyflakes(t *testing.T) {
	s, _ := Get("sonyflake")
	eachOfOurs(t, "sonyflake", machines, func(id gen.ID, _ string, field func(string) uint64, at time.Time) {
		compareSonyflake(t, sony.Decompose(id.Lo), id, field, at)
		if got := s.Epoch.Add(sony.ElapsedTime(id.Lo)); !got.Equal(at) {
			t.Fatalf("time of %d is %s to them, %s to us", id.Lo, got, at)
		}
	})
}

// Their generator makes 256 in 10 ms, and waits: all of it takes 0.8 s.
func TestWeReadSonysSonyflakes(t *testing.T) {
	s, _ := Get("sonyflake")
	codec := schemetest.Compile(t, s)
	for _, machine := range machines {
		g := try.Of(sony.New(sony.Settings{MachineID: func() (uint16, error) { return uint16(machine), nil }})).Or(t)
		before := time.Now()
		for range compared / len(machines) {
			n := try.Of(g.NextID()).Or(t)
			id, field, at := readOurs(t, s, codec, schemetest.Decimal(gen.FromUint64(n)))
			compareSonyflake(t, sony.Decompose(n), id, field, at)
			if field("machine") != machine || at.Before(before.Truncate(10*time.Millisecond)) ||
				at.After(time.Now().Add(time.Second)) {
				t.Fatalf("%d is of machine %d, %s; want %d, between %s and now", n, field("machine"), at, machine, before)
			}
		}
	}
}

func compareSonyflake(t *testing.T, parts map[string]uint64, id gen.ID, field func(string) uint64, at time.Time) {
	t.Helper()
	if parts["id"] != id.Lo || parts["msb"] != 0 {
		t.Fatalf("%v to them; %d to us", parts, id.Lo)
	}
	for _, name := range []string{"time", "sequence"} {
		if parts[name] != field(name) {
			t.Fatalf("%s of %d is %d to them, %d to us", name, id.Lo, parts[name], field(name))
		}
	}
	if parts["machine-id"] != field("machine") {
		t.Fatalf("machine of %d is %d to them, %d to us", id.Lo, parts["machine-id"], field("machine"))
	}
}

// sonyV2 is a generator of theirs with its defaults.
func sonyV2(t *testing.T) *sony2.Sonyflake {
	t.Helper()
	g := try.Of(sony2.New(sony2.Settings{MachineID: func() (int, error) { return 7, nil }})).Or(t)
	return g
}

func TestSonyReadsOurSonyflakesV2(t *testing.T) {
	theirs := sonyV2(t)
	eachOfOurs(t, "sonyflake-v2", machines, func(id gen.ID, _ string, field func(string) uint64, at time.Time) {
		compareSonyflakeV2(t, theirs, id, field, at)
	})
}

// Theirs are composed of times from 2025 to 2199, every sequence and any machine.
func TestWeReadSonysSonyflakesV2(t *testing.T) {
	s, _ := Get("sonyflake-v2")
	codec := schemetest.Compile(t, s)
	theirs, r := sonyV2(t), seeded()
	for i := range compared {
		want := s.Epoch.Add(time.Duration(r.Int64N(1<<39)) * s.Tick)
		n := try.Of(theirs.Compose(want, i%256, r.IntN(1<<16))).Or(t)
		id, field, at := readOurs(t, s, codec, schemetest.Decimal(gen.FromUint64(uint64(n))))
		if !at.Equal(want) {
			t.Fatalf("%d was composed of %s; it is of %s to us", n, want, at)
		}
		compareSonyflakeV2(t, theirs, id, field, at)
	}
}

func compareSonyflakeV2(t *testing.T, theirs *sony2.Sonyflake, id gen.ID, field func(string) uint64, at time.Time) {
	t.Helper()
	for name, want := range theirs.Decompose(int64(id.Lo)) {
		if name != "id" && field(name) != uint64(want) {
			t.Fatalf("%s of %d is %d to them, %d to us", name, id.Lo, want, field(name))
		}
	}
	if got := theirs.ToTime(int64(id.Lo)); !got.Equal(at) {
		t.Fatalf("time of %d is %s to them, %s to us", id.Lo, got.UTC(), at)
	}
}
