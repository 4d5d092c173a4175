package scheme

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	marrin "github.com/bwmarrin/snowflake"
	"github.com/google/uuid"
	oklog "github.com/oklog/ulid/v2"
	rs "github.com/rs/xid"
	segment "github.com/segmentio/ksuid"
	sony "github.com/sony/sonyflake"
	sony2 "github.com/sony/sonyflake/v2"
	jetify "go.jetify.com/typeid"
	"go.mongodb.org/mongo-driver/v2/bson"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
)

// said is what a library says of an id.
type said struct {
	text   string
	prefix string
	bits   []byte
	at     time.Time // zero where it tells no time
	random []byte    // nil where it does not tell
	fields map[string]uint64
}

// rival is a library of other people with the ids of a scheme.
type rival struct {
	scheme   string
	workers  []uint64 // of our generators, in turn; nil for the scheme's own
	prefixes []string // of our ids, in turn; nil where they have none
	read     func(text string) (said, error)
	make     func(i int) (string, time.Time) // the text of one, and the time that it was given; zero is now
	fields   func(i int) map[string]uint64   // that it was given; nil is none
}

// rivals are the libraries whose ids have one text each.
func rivals(t *testing.T) []rival {
	list := []rival{
		{scheme: "ulid", read: readULID, make: ulids()},
		{scheme: "xid", read: readXid, make: func(i int) (string, time.Time) {
			return rs.NewWithTime(seconds(i, 0)).String(), seconds(i, 0)
		}},
		{scheme: "ksuid", read: readKSUID, make: func(i int) (string, time.Time) {
			at := seconds(i, 1_400_000_000)
			return try.Of(segment.NewRandomWithTime(at)).Or(t).String(), at
		}},
		{scheme: "objectid", read: readObjectID, make: func(i int) (string, time.Time) {
			return bson.NewObjectIDFromTimestamp(seconds(i, 0)).Hex(), seconds(i, 0)
		}},
		{scheme: "typeid", prefixes: prefixes, read: readTypeID, make: func(i int) (string, time.Time) {
			return try.Of(jetify.WithPrefix(prefixes[i%len(prefixes)])).Or(t).String(), time.Time{}
		}},
		bwmarrin(t), sonyflakes(t), sonyflakesV2(t),
	}
	for version, make := range map[uuid.Version]func() (uuid.UUID, error){1: uuid.NewUUID, 4: uuid.NewRandom, 6: newV6,
		7: uuid.NewV7, 8: nil} {
		r := rival{scheme: fmt.Sprintf("uuidv%d", version), read: readUUID(version)}
		if make != nil { // theirs makes none of version 8
			r.make = func(int) (string, time.Time) { return try.Of(make()).Or(t).String(), time.Time{} }
		}
		list = append(list, r)
	}
	return list
}

// seconds are spread over the 136 years that 32 bits of seconds are.
func seconds(i int, epoch int64) time.Time { return time.Unix(epoch+int64(i)*((1<<32)/compared), 0) }

// TestTheyReadOurs: a library reads what we make as we do: its bits, its time and its fields.
func TestTheyReadOurs(t *testing.T) {
	for _, r := range rivals(t) {
		t.Run(r.scheme, func(t *testing.T) {
			s, codec := compiled(t, r.scheme)
			r.eachOfOurs(t, s, func(id gen.ID, prefix, text string) { r.compare(t, s, codec, id, prefix, text) })
		})
	}
}

// TestWeReadTheirs: what a library makes is an id of ours, and says the same to both, and what it was made of.
func TestWeReadTheirs(t *testing.T) {
	for _, r := range rivals(t) {
		t.Run(r.scheme, func(t *testing.T) {
			s, codec := compiled(t, r.scheme)
			for i := 0; i < compared && r.make != nil; i++ {
				before := time.Now()
				text, given := r.make(i)
				got, err := s.Parse([]byte(text))
				id, again := got.ID, string(s.AppendPrefixed(nil, got.ID, got.Prefix))
				if err != nil || !codec.Matches(id) || again != text {
					t.Fatalf("Parse(%s) = %+v, %v, written %s; want an id of %s", text, got, err, again, s.Name)
				}
				r.compare(t, s, codec, id, got.Prefix, text)
				at := tickTime(s, codec, id)
				switch {
				case s.Layout.Width(gen.Time) == 0:
				case given.IsZero() && (at.Before(before.Add(-time.Second)) || at.After(time.Now().Add(time.Second))):
					t.Fatalf("%s was made now, and is of %s to us", text, at)
				case !given.IsZero() && !at.Equal(given):
					t.Fatalf("%s was made of %s, and is of %s to us", text, given, at)
				}
				if r.fields != nil {
					compareFields(t, s, codec, id, text, r.fields(i))
				}
			}
		})
	}
}

// compare holds what the library says of a text against our reading.
func (r rival) compare(t *testing.T, s *gen.Scheme, codec *gen.Codec, id gen.ID, prefix, text string) {
	t.Helper()
	is, err := r.read(text)
	bits := id.AppendBytes(nil, (codec.Size()+7)/8)
	if err != nil || is.text != text || is.prefix != prefix || !bytes.Equal(is.bits, bits) {
		t.Fatalf("%s is %s, prefix %q, %x, %v to them; prefix %q, %x to us", text, is.text, is.prefix, is.bits, err,
			prefix, id)
	}
	if at := tickTime(s, codec, id); !is.at.IsZero() && !is.at.Equal(at) {
		t.Fatalf("%s is of %s to them, of %s to us", text, is.at.UTC(), at)
	}
	random := codec.Source(id, gen.Random).AppendBytes(nil, s.Layout.Width(gen.Random)/8)
	if is.random != nil && !bytes.Equal(is.random, random) {
		t.Fatalf("the random bytes of %s are %x to them, %x to us", text, is.random, random)
	}
	compareFields(t, s, codec, id, text, is.fields)
}

func compareFields(t *testing.T, s *gen.Scheme, codec *gen.Codec, id gen.ID, text string, want map[string]uint64) {
	t.Helper()
	for name, value := range want {
		try.Need(t, fieldReader(t, s, codec, id)(name), value, "to them, not to us, %s of %s is", name, text)
	}
}

func compiled(t *testing.T, name string) (*gen.Scheme, *gen.Codec) {
	t.Helper()
	s := try.Found(Get(name)).Or(t)
	return s, schemetest.Compile(t, s)
}

// eachOfOurs makes many ids, by a generator for each of the workers in turn, under a clock that runs unevenly and,
// where the scheme does not refuse then, goes back at times.
func (r rival) eachOfOurs(t *testing.T, s *gen.Scheme, check func(id gen.ID, prefix, text string)) {
	t.Helper()
	clock := &schemetest.Clock{At: time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC), Each: 37 * time.Microsecond}
	o := gen.Options{Clock: clock, Random: gen.SeededRandom(11)}
	for part := range max(1, len(r.workers)) {
		if r.workers != nil {
			o.Worker = &r.workers[part]
		}
		g := schemetest.NewGenerator(t, s, o)
		for i := range compared / max(1, len(r.workers)) {
			switch {
			case i%200 == 60 && s.Backward != gen.BackwardFail:
				clock.At = clock.At.Add(-3 * time.Millisecond)
			case i%200 == 120:
				clock.At = clock.At.Add(17 * time.Hour)
			}
			id, prefix := schemetest.Next(t, g), ""
			if r.prefixes != nil {
				prefix = r.prefixes[i%len(r.prefixes)]
			}
			check(id, prefix, string(s.AppendPrefixed(nil, id, prefix)))
		}
	}
}

func fieldReader(t *testing.T, s *gen.Scheme, codec *gen.Codec, id gen.ID) func(string) uint64 {
	return func(name string) uint64 {
		i := s.Layout.Index(name)
		if i < 0 {
			t.Fatalf("%s has no field %s", s.Name, name)
		}
		return codec.Field(id, i).Lo
	}
}

func tickTime(s *gen.Scheme, codec *gen.Codec, id gen.ID) time.Time {
	return s.Timeline().Time(codec.Source(id, gen.Time).Lo).Truncate(max(s.Tick, 1))
}

// readUUID reads UUIDs of a version: it has no time of versions 4 and 8, and no node but of 1 and 6.
func readUUID(version uuid.Version) func(string) (said, error) {
	return func(text string) (said, error) {
		u, err := uuid.Parse(text)
		if err == nil && (u.Version() != version || u.Variant() != uuid.RFC4122) {
			err = fmt.Errorf("it is of version %d, variant %s", u.Version(), u.Variant())
		}
		is := said{text: u.String(), bits: u[:], fields: map[string]uint64{"version": uint64(version), "variant": 2}}
		timed := u
		switch version {
		case 6:
			timed = asV1(u)
			fallthrough
		case 1:
			is.fields["clock_seq"] = uint64(u.ClockSequence())
			is.fields["node"] = binary.BigEndian.Uint64(append([]byte{0, 0}, u.NodeID()...))
			fallthrough
		case 7:
			is.at = time.Unix(timed.Time().UnixTime())
		}
		return is, err
	}
}

// google/uuid 1.6.0 puts all 64 bits of its clock into a version 6 and writes
// the version over four of them (its issue 159), so neither its NewV6 nor its
// Time of a version 6 is RFC 9562's. Its version 1 is right, and the two have the
// same 60 bits of time in another order: so versions 6 are compared by way of it.

func newV6() (uuid.UUID, error) {
	u, err := uuid.NewUUID()
	ticks := uint64(u.Time())
	binary.BigEndian.PutUint64(u[:], ticks>>12<<16|6<<12|ticks&0xfff)
	return u, err
}

func asV1(u uuid.UUID) uuid.UUID {
	high := binary.BigEndian.Uint64(u[:])
	ticks := high>>16<<12 | high&0xfff
	binary.BigEndian.PutUint64(u[:], ticks<<32|ticks>>32&0xffff<<16|1<<12|ticks>>48)
	return u
}

func readULID(text string) (said, error) {
	u, err := oklog.ParseStrict(text)
	return said{text: u.String(), bits: u[:], at: oklog.Time(u.Time()), random: u.Entropy()}, err
}

func ulids() func(int) (string, time.Time) {
	entropy := oklog.Monotonic(gen.SeededRandom(5), 0)
	return func(i int) (string, time.Time) {
		ms := 1_700_000_000_000 + uint64(i)/7*65_000_000
		return oklog.MustNew(ms, entropy).String(), oklog.Time(ms)
	}
}

func readXid(text string) (said, error) {
	x, err := rs.FromString(text)
	machine := binary.BigEndian.Uint32(append([]byte{0}, x.Machine()...))
	return said{text: x.String(), bits: x.Bytes(), at: x.Time(), fields: map[string]uint64{"machine": uint64(machine),
		"pid": uint64(x.Pid()), "counter": uint64(x.Counter())}}, err
}

func readKSUID(text string) (said, error) {
	k, err := segment.Parse(text)
	return said{text: k.String(), bits: k.Bytes(), at: k.Time(), random: k.Payload(),
		fields: map[string]uint64{"timestamp": uint64(k.Timestamp())}}, err
}

func readObjectID(text string) (said, error) {
	o, err := bson.ObjectIDFromHex(text)
	return said{text: o.Hex(), bits: o[:], at: o.Timestamp(), fields: map[string]uint64{
		"random":  binary.BigEndian.Uint64(append([]byte{0, 0, 0}, o[4:9]...)),
		"counter": uint64(binary.BigEndian.Uint32(append([]byte{0}, o[9:]...)))}}, err
}

// nodes are numbers of ten bits, which are a datacenter and a worker of ours.
var nodes = []uint64{0, 1, 31, 32, 378, 1023}

func ofNode(n uint64) map[string]uint64 {
	return map[string]uint64{"datacenter": n >> 5, "worker": n & 31}
}

// bwmarrin waits within its lock for the next millisecond after 4096 ids.
func bwmarrin(t *testing.T) rival {
	var list []*marrin.Node
	for _, n := range nodes {
		list = append(list, try.Of(marrin.NewNode(int64(n))).Or(t))
	}
	return rival{scheme: "snowflake", workers: nodes, read: func(text string) (said, error) {
		theirs, err := marrin.ParseString(text)
		is := said{text: theirs.String(), bits: number(uint64(theirs)), at: time.UnixMilli(theirs.Time()),
			fields: ofNode(uint64(theirs.Node()))}
		is.fields["sequence"] = uint64(theirs.Step())
		return is, err
	}, make: func(i int) (string, time.Time) {
		return list[i%len(list)].Generate().String(), time.Time{}
	}, fields: func(i int) map[string]uint64 { return ofNode(nodes[i%len(nodes)]) }}
}

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

var machines = []uint64{0, 1, 255, 256, 0x1234, 65535}

func ofMachine(i int) map[string]uint64 {
	return map[string]uint64{"machine": machines[i%len(machines)]}
}

// sonyflakes are made 256 in 10 ms by each machine.
func sonyflakes(t *testing.T) rival {
	s, _ := Get("sonyflake")
	var list []*sony.Sonyflake
	for _, machine := range machines {
		id := func() (uint16, error) { return uint16(machine), nil }
		list = append(list, try.Of(sony.New(sony.Settings{MachineID: id})).Or(t))
	}
	return rival{scheme: s.Name, workers: machines, read: func(text string) (said, error) {
		n, err := strconv.ParseUint(text, 10, 64)
		parts := sony.Decompose(n)
		if parts["msb"] != 0 {
			err = fmt.Errorf("the first bit of %d is %d", n, parts["msb"])
		}
		return said{text: strconv.FormatUint(parts["id"], 10), bits: number(n), at: s.Epoch.Add(sony.ElapsedTime(n)),
			fields: map[string]uint64{"time": parts["time"], "sequence": parts["sequence"],
				"machine": parts["machine-id"]}}, err
	}, make: func(i int) (string, time.Time) {
		return strconv.FormatUint(try.Of(list[i%len(list)].NextID()).Or(t), 10), time.Time{}
	}, fields: ofMachine}
}

// sonyflakesV2 are composed of times from 2025 to 2199, every sequence and any machine.
func sonyflakesV2(t *testing.T) rival {
	s, _ := Get("sonyflake-v2")
	theirs := try.Of(sony2.New(sony2.Settings{MachineID: func() (int, error) { return 7, nil }})).Or(t)
	r := seeded()
	return rival{scheme: s.Name, workers: machines, read: func(text string) (said, error) {
		n, err := strconv.ParseInt(text, 10, 64)
		fields := map[string]uint64{}
		for name, value := range theirs.Decompose(n) {
			fields[name] = uint64(value)
		}
		is := said{text: strconv.FormatUint(fields["id"], 10), bits: number(uint64(n)), at: theirs.ToTime(n),
			fields: fields}
		delete(fields, "id")
		return is, err
	}, make: func(i int) (string, time.Time) {
		at := s.Epoch.Add(time.Duration(r.Int64N(1<<39)) * s.Tick)
		n := try.Of(theirs.Compose(at, i%256, machine(i))).Or(t)
		return strconv.FormatInt(n, 10), at
	}, fields: func(i int) map[string]uint64 {
		return map[string]uint64{"sequence": uint64(i % 256), "machine": uint64(machine(i))}
	}}
}

// machine is any number of 16 bits.
func machine(i int) int { return i * 40_503 % (1 << 16) }

// seeded returns numbers that are the same in every run.
func seeded() *rand.Rand { return rand.New(rand.NewPCG(6, 9)) }

// TestRefusals changes one character of a good text at a time, over all bytes, adds some and takes some away: what they
// refuse, we refuse, and what both read has the same bits and prefix.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		rival
		texts             []string
		refused, accepted int // at least
	}{
		{rival{scheme: "objectid", read: readObjectID}, []string{"507f1f77bcf86cd799439011"}, 2500, 500},
		{rival{scheme: "typeid", read: readTypeID}, []string{"prefix_01h455vb4pex5vsknk084sn02q",
			"01h455vb4pex5vsknk084sn02q", "a_b_01h455vb4pex5vsknk084sn02q",
			prefixes[5] + "_7zzzzzzzzzzzzzzzzzzzzzzzzz"},
			10_000, 2_000},
	} {
		s, _ := Get(c.scheme)
		for _, text := range c.texts {
			changed := []string{"", text[:len(text)/2], text + "0", text[:len(text)-1], "_" + text, text + "_",
				strings.ToUpper(text), " " + text, text + "\n", "z" + text, "0x" + text[2:]}
			for at := range len(text) {
				for b := range 128 {
					changed = append(changed, text[:at]+string(rune(b))+text[at+1:])
				}
			}
			for _, text := range changed {
				is, theirs := c.read(text)
				got, ours := s.Parse([]byte(text))
				switch {
				case (theirs == nil) != (ours == nil):
					t.Errorf("%q: %v to them, %v to us", text, theirs, ours)
				case ours != nil:
					c.refused--
				case got.Prefix != is.prefix || !bytes.Equal(got.ID.AppendBytes(nil, len(is.bits)), is.bits):
					t.Errorf("%q is %q, %x to them, %+v to us", text, is.prefix, is.bits, got)
				default:
					c.accepted--
				}
			}
		}
		if c.refused > 0 || c.accepted > 0 {
			t.Errorf("%s: %d too few are refused, and %d accepted", c.scheme, c.refused, c.accepted)
		}
	}
}

// prefixes are of every kind that the specification allows: none, one letter, the
// longest, and with underscores inside.
var prefixes = []string{"", "a", "user", "a_b_c", "my__type", strings.Repeat("z", 63),
	"x" + strings.Repeat("_", 61) + "x"}

// readTypeID takes the time from the first 48 bits, as a UUIDv7 has it.
func readTypeID(text string) (said, error) {
	u, err := jetify.FromString(text)
	if err != nil {
		return said{}, err
	}
	ms := binary.BigEndian.Uint64(u.UUIDBytes()) >> 16
	return said{text: u.String(), prefix: u.Prefix(), bits: u.UUIDBytes(), at: time.UnixMilli(int64(ms))}, nil
}
