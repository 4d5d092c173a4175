package scheme

import (
	"encoding/json"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
)

func TestMongoReadsOurObjectIDs(t *testing.T) {
	eachOfOurs(t, "objectid", func(id gen.ID, text string, field func(string) uint64, at time.Time) {
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

// A document with an _id goes through BSON and extended JSON, and comes back as we
// wrote it.
func TestObjectIDThroughBSON(t *testing.T) {
	n := 0
	eachOfOurs(t, "objectid", func(id gen.ID, text string, _ func(string) uint64, _ time.Time) {
		if n++; n%50 != 0 {
			return
		}
		raw, err := bson.Marshal(bson.D{{Key: "_id", Value: bson.ObjectID(id.Bytes12())}})
		if err != nil {
			t.Fatal(err)
		}
		shown, err := bson.MarshalExtJSON(bson.Raw(raw), true, false)
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			ID struct {
				OID string `json:"$oid"`
			} `json:"_id"`
		}
		if err := json.Unmarshal(shown, &doc); err != nil || doc.ID.OID != text {
			t.Fatalf("%s is %s in extended JSON (%v)", text, shown, err)
		}
	})
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
