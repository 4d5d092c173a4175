package scheme

import (
	"encoding/binary"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
)

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
