package inspect

import (
	"testing"
)

// A codec of numbers yields a Result as schemes do, also by DetectInto and by a Streamer.
func TestNumberCodec(t *testing.T) {
	in := inspector(t, Options{Codec: &NumberCodec{Name: "sqids", Read: func(text string) (Numbers, *Error) {
		switch text {
		case "one":
			return Numbers{List: []uint64{255}, Canonical: "one", Evidence: 9}, nil
		case "two":
			return Numbers{List: []uint64{1, 2}, Canonical: "other", Note: "written other now", Evidence: 20}, nil
		}
		return Numbers{}, &Error{Code: CodeNotAnID, Message: "no", Hint: "try another salt"}
	}}})
	const head = `{"schema":1,"input":`
	const end = `],"ruled_out":[],"warnings":[`
	for text, want := range map[string][2]string{
		"one": {
			`"one","ok":true,"scheme":"sqids","confidence":"likely"}`,
			`"one","ok":true,"ambiguous":false,"readings":[` +
				`{"scheme":"sqids","confidence":"likely","evidence_bits":9,"prior":0,` +
				`"canonical":"one","format":"id","encoding":"text","random_bits":0,` +
				`"fields":[{"name":"number","source":"data","value":"255"}],` +
				`"numbers":["255"],"encodings":{"hex":"ff","int":"255"},"reasons":["the numbers are written as the same text"]}` +
				end + `]}`,
		},
		"two": {
			`"two","ok":true,"scheme":"sqids","confidence":"certain"}`,
			`"two","ok":true,"ambiguous":false,"readings":[` +
				`{"scheme":"sqids","confidence":"certain","evidence_bits":20,"prior":0,` +
				`"canonical":"other","format":"id","encoding":"text","random_bits":0,` +
				`"fields":[{"name":"number","source":"data","value":"1"},` +
				`{"name":"number","source":"data","value":"2"}],"numbers":["1","2"],"encodings":{"int":"1,2"},` +
				`"reasons":["another blocklist or minimum length writes the numbers so"]}` + end + `"written other now"]}`,
		},
		"sk_live_0123456789abcdefghijklmn": {
			`"sk_live_********************klmn","ok":false,"error":{"code":"not_an_id","message":"no"}}`,
			`"sk_live_********************klmn","ok":false,"readings":[],"error":{"code":"not_an_id","message":"no"}}`,
		},
	} {
		for i, brief := range []bool{true, false} {
			got, ok := NewStreamer(in, brief).Append(nil, []byte(text))
			if string(got) != head+want[i]+"\n" || ok != (text == "one" || text == "two") {
				t.Errorf("Append(%q) = %s, %t; want\n%s", text, got, ok, head+want[i])
			}
		}
		var r Result
		if in.DetectInto(&r, []byte(text)); r.OK() && r.Readings[0].Numbers == nil || !r.OK() && r.Err.Hint == "" {
			t.Errorf("DetectInto(%q) = %+v; want numbers, or a hint", text, r)
		}
	}
}
