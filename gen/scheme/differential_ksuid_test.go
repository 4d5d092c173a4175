package scheme

import (
	"bytes"
	"testing"
	"time"

	segment "github.com/segmentio/ksuid"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
)

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
