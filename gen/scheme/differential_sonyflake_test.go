package scheme

import (
	"testing"
	"time"

	sony "github.com/sony/sonyflake"
	sony2 "github.com/sony/sonyflake/v2"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
)

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
