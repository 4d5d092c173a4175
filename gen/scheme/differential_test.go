package scheme

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	oklog "github.com/oklog/ulid/v2"
	rs "github.com/rs/xid"
	segment "github.com/segmentio/ksuid"
	jetify "go.jetify.com/typeid"
	"go.mongodb.org/mongo-driver/v2/bson"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
)

// many is how many ids each implementation makes and the other one reads.
const many = 100_000

// eachOfOurs makes many ids, by a generator for each of the workers in turn (nil for the scheme's own), under a clock
// that runs unevenly and, where the scheme does not refuse then, goes back at times.
func eachOfOurs(t *testing.T, name string, workers []uint64,
	check func(id gen.ID, text string, field func(string) uint64, at time.Time)) {
	t.Helper()
	s, ok := Get(name)
	if !ok {
		t.Fatalf("Get(%s) = false", name)
	}
	clock := &schemetest.Clock{At: time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC), Each: 37 * time.Microsecond}
	o := gen.Options{Clock: clock, Random: gen.SeededRandom(11)}
	for part := range max(1, len(workers)) {
		if workers != nil {
			o.Worker = &workers[part]
		}
		g := schemetest.NewGenerator(t, s, o)
		for i := range many / max(1, len(workers)) {
			switch {
			case i%1000 == 300 && s.Backward != gen.BackwardFail:
				clock.At = clock.At.Add(-3 * time.Millisecond)
			case i%1000 == 600:
				clock.At = clock.At.Add(17 * time.Hour)
			}
			id := schemetest.Next(t, g)
			check(id, string(s.Append(nil, id)), fieldReader(t, s, g.Codec(), id), tickTime(s, g.Codec(), id))
			if t.Failed() {
				return
			}
		}
	}
}

// readOurs reads a foreign text as an id of s.
func readOurs(t *testing.T, s *gen.Scheme, codec *gen.Codec, text string) (gen.ID, func(string) uint64, time.Time) {
	t.Helper()
	id, err := s.Text.Parse([]byte(text), codec.Size())
	if err != nil || !codec.Matches(id) || schemetest.Render(s, id) != text {
		t.Fatalf("Parse(%s) = %x, %v, written %s; want an id of %s", text, id, err, schemetest.Render(s, id), s.Name)
	}
	return id, fieldReader(t, s, codec, id), tickTime(s, codec, id)
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

func TestGoogleReadsOurUUIDs(t *testing.T) {
	for name, version := range map[string]uuid.Version{"uuidv1": 1, "uuidv4": 4, "uuidv6": 6, "uuidv7": 7, "uuidv8": 8} {
		t.Run(name, func(t *testing.T) {
			eachOfOurs(t, name, nil, func(id gen.ID, text string, field func(string) uint64, at time.Time) {
				u, err := uuid.Parse(text)
				if err != nil || u != id.Bytes16() || u.String() != text {
					t.Fatalf("uuid.Parse(%s) = %s, %v; want the same", text, u, err)
				}
				compareUUID(t, u, version, field, at)
			})
		})
	}
}

func TestWeReadGoogleUUIDs(t *testing.T) {
	for name, c := range map[string]struct {
		version uuid.Version
		make    func() (uuid.UUID, error)
	}{"uuidv1": {1, uuid.NewUUID}, "uuidv4": {4, uuid.NewRandom}, "uuidv6": {6, newV6}, "uuidv7": {7, uuid.NewV7}} {
		t.Run(name, func(t *testing.T) {
			s, _ := Get(name)
			codec := schemetest.Compile(t, s)
			for range many {
				u := try.Of(c.make()).Or(t)
				id, field, at := readOurs(t, s, codec, u.String())
				if id.Bytes16() != u {
					t.Fatalf("Parse(%s) = %x", u, id)
				}
				compareUUID(t, u, c.version, field, at)
			}
		})
	}
}

// compareUUID compares what google/uuid reads with what we read.
func compareUUID(t *testing.T, u uuid.UUID, version uuid.Version, field func(string) uint64, at time.Time) {
	t.Helper()
	if u.Version() != version || field("version") != uint64(version) || u.Variant() != uuid.RFC4122 ||
		field("variant") != 2 {
		t.Fatalf("%s is of version %d, variant %s; want %d, %s", u, u.Version(), u.Variant(), version, uuid.RFC4122)
	}
	switch version {
	case 1, 6, 7:
		timed := u
		if version == 6 {
			timed = asV1(u)
		}
		if sec, nsec := timed.Time().UnixTime(); !time.Unix(sec, nsec).Equal(at) {
			t.Fatalf("time of %s is %s to google/uuid, %s to us", u, time.Unix(sec, nsec).UTC(), at)
		}
	}
	switch version {
	case 1, 6:
		var node [8]byte
		binary.BigEndian.PutUint64(node[:], field("node"))
		if uint64(u.ClockSequence()) != field("clock_seq") || !bytes.Equal(u.NodeID(), node[2:]) {
			t.Fatalf("clock sequence and node of %s are %d, %x to google/uuid, %d, %x to us", u, u.ClockSequence(),
				u.NodeID(), field("clock_seq"), node[2:])
		}
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

func TestOklogReadsOurULIDs(t *testing.T) {
	eachOfOurs(t, "ulid", nil, func(id gen.ID, text string, _ func(string) uint64, at time.Time) {
		u, err := oklog.ParseStrict(text)
		random := id.Bytes16()
		if err != nil || u != oklog.ULID(random) || u.String() != text || !oklog.Time(u.Time()).Equal(at) ||
			!bytes.Equal(u.Entropy(), random[6:]) {
			t.Fatalf("oklog.ParseStrict(%s) = %s, %v, time %d, entropy %x; want the same, %s, %x", text, u, err, u.Time(),
				u.Entropy(), at, random[6:])
		}
	})
}

func TestWeReadOklogULIDs(t *testing.T) {
	s, _ := Get("ulid")
	codec := schemetest.Compile(t, s)
	entropy := oklog.Monotonic(gen.SeededRandom(5), 0)
	for i := range uint64(many) {
		ms := 1_700_000_000_000 + i/7*13_000_000
		u := oklog.MustNew(ms, entropy)
		id, _, at := readOurs(t, s, codec, u.String())
		entropy := codec.Source(id, gen.Random).AppendBytes(nil, 10)
		if id.Bytes16() != u || !oklog.Time(u.Time()).Equal(at) || !bytes.Equal(entropy, u.Entropy()) {
			t.Fatalf("Parse(%s) = %x, time %s, entropy %x; want %x, %d, %x", u, id, at, entropy, u[:], u.Time(), u.Entropy())
		}
	}
}

func TestRsReadsOurXids(t *testing.T) {
	eachOfOurs(t, "xid", nil, func(id gen.ID, text string, field func(string) uint64, at time.Time) {
		x, err := rs.FromString(text)
		if err != nil || x != rs.ID(id.Bytes12()) || x.String() != text {
			t.Fatalf("rs.FromString(%s) = %s, %v; want the same", text, x, err)
		}
		compareXid(t, x, field, at)
	})
}

func TestWeReadRsXids(t *testing.T) {
	s, _ := Get("xid")
	codec := schemetest.Compile(t, s)
	for i := range int64(many) {
		x := rs.NewWithTime(time.Unix(i*42_000, 0))
		id, field, at := readOurs(t, s, codec, x.String())
		if id.Bytes12() != x {
			t.Fatalf("Parse(%s) = %x", x, id)
		}
		compareXid(t, x, field, at)
	}
}

func compareXid(t *testing.T, x rs.ID, field func(string) uint64, at time.Time) {
	t.Helper()
	machine := binary.BigEndian.Uint32(append([]byte{0}, x.Machine()...))
	if !x.Time().Equal(at) || uint64(machine) != field("machine") || uint64(x.Pid()) != field("pid") ||
		uint64(x.Counter()) != field("counter") {
		t.Fatalf("%s is %s, %d, %d, %d to rs/xid; %s, %d, %d, %d to us", x, x.Time(), machine, x.Pid(), x.Counter(), at,
			field("machine"), field("pid"), field("counter"))
	}
}

// newBytes returns a source of random bytes for ids that the standard library
// writes.
func newBytes(n int) func() []byte {
	r := rand.New(rand.NewPCG(2, 4))
	b := make([]byte, n+8)
	return func() []byte {
		for i := 0; i < n; i += 8 {
			binary.BigEndian.PutUint64(b[i:], r.Uint64())
		}
		return b[:n]
	}
}

// seeded returns numbers that are the same in every run.
func seeded() *rand.Rand { return rand.New(rand.NewPCG(6, 9)) }

func TestSegmentReadsOurKSUIDs(t *testing.T) {
	eachOfOurs(t, "ksuid", nil, func(id gen.ID, text string, field func(string) uint64, at time.Time) {
		k, err := segment.Parse(text)
		if err != nil || k.String() != text {
			t.Fatalf("ksuid.Parse(%s) = %s, %v; want the same", text, k, err)
		}
		compareKSUID(t, k, id, field, at)
	})
}

// Theirs are from 2014 to 2150, as the 32 bits of seconds are.
func TestWeReadSegmentKSUIDs(t *testing.T) {
	s, _ := Get("ksuid")
	codec := schemetest.Compile(t, s)
	for i := range int64(compared) {
		k := try.Of(segment.NewRandomWithTime(time.Unix(1_400_000_000+i*214_748, 0))).Or(t)
		id, field, at := readOurs(t, s, codec, k.String())
		compareKSUID(t, k, id, field, at)
	}
}

// compareKSUID compares the bits, the time and the payload.
func compareKSUID(t *testing.T, k segment.KSUID, id gen.ID, field func(string) uint64, at time.Time) {
	t.Helper()
	raw := id.AppendBytes(nil, 20)
	if !bytes.Equal(raw, k.Bytes()) || uint64(k.Timestamp()) != field("timestamp") || !k.Time().Equal(at) ||
		!bytes.Equal(k.Payload(), raw[4:]) {
		t.Fatalf("%s is %x, %d, %s to them; %x, %d, %s to us", k, k.Bytes(), k.Timestamp(), k.Time().UTC(), raw,
			field("timestamp"), at)
	}
}

func TestMongoReadsOurObjectIDs(t *testing.T) {
	eachOfOurs(t, "objectid", nil, func(id gen.ID, text string, field func(string) uint64, at time.Time) {
		o, err := bson.ObjectIDFromHex(text)
		if err != nil || o.Hex() != text || o != bson.ObjectID(id.Bytes12()) || !o.Timestamp().Equal(at) {
			t.Fatalf("ObjectIDFromHex(%s) = %s of %s, %v; want %s", text, o, o.Timestamp(), err, at)
		}
		compareObjectID(t, o[:], field, at)
	})
}

// Theirs are of 1970 to 2106, as the 32 bits of seconds are.
func TestWeReadMongoObjectIDs(t *testing.T) {
	s, _ := Get("objectid")
	codec := schemetest.Compile(t, s)
	for i := range int64(compared) {
		o := bson.NewObjectIDFromTimestamp(time.Unix(i*214_748, 0))
		id, field, at := readOurs(t, s, codec, o.Hex())
		if id.Bytes12() != o || !o.Timestamp().Equal(at) {
			t.Fatalf("Parse(%s) = %x of %s; want %s", o.Hex(), id, at, o.Timestamp())
		}
		compareObjectID(t, o[:], field, at)
	}
}

// What the driver refuses, we refuse.
func TestObjectIDRefusals(t *testing.T) {
	s, _ := Get("objectid")
	const good = "507f1f77bcf86cd799439011"
	for at := range len(good) {
		for c := range 128 {
			changed := []byte(good)
			changed[at] = byte(c)
			_, theirs := bson.ObjectIDFromHex(string(changed))
			if _, err := s.Text.Parse(changed, 96); (err == nil) != (theirs == nil) {
				t.Errorf("%q: %v to them, %v to us", changed, theirs, err)
			}
		}
	}
	for _, text := range []string{"", good[:23], good + "0", good[:12], " " + good, good + "\n", "0x" + good[2:]} {
		if _, theirs := bson.ObjectIDFromHex(text); theirs == nil {
			t.Errorf("%q is accepted by them", text)
		}
		if id, err := s.Text.Parse([]byte(text), 96); err == nil {
			t.Errorf("%q is %x to us; want it refused, as by them", text, id)
		}
	}
}

// compareObjectID compares the bytes with our fields.
func compareObjectID(t *testing.T, b []byte, field func(string) uint64, at time.Time) {
	t.Helper()
	sec := binary.BigEndian.Uint32(b)
	random := binary.BigEndian.Uint64(append([]byte{0, 0, 0}, b[4:9]...))
	counter := binary.BigEndian.Uint32(append([]byte{0}, b[9:]...))
	if !time.Unix(int64(sec), 0).Equal(at) || random != field("random") || uint64(counter) != field("counter") {
		t.Fatalf("%x is %d, %d, %d; to us %s, %d, %d", b, sec, random, counter, at, field("random"), field("counter"))
	}
}

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
