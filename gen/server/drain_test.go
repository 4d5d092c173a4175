package server

import (
	"bytes"
	"testing"

	"idscope/gen/testing/try"
)

// TestDrain: a server that is told to end answers what it was sent before.
func TestDrain(t *testing.T) {
	r := start(t, "")
	w := r.dial()
	w.ask("INCR", "snowflake")
	w.send("ID.MGET", "snowflake", "50000")
	w.send("PING")
	go r.cancel()
	if n := len(words(w.reply())); n != 50000 {
		t.Errorf("%d ids; want 50000", n)
	}
	try.Equal(t, w.reply(), "PONG", "then PING says")
	if _, err := w.ends(); err != nil {
		t.Errorf("the connection does not end: %v", err)
	}
	if err := r.stop(); err != nil {
		t.Error(err)
	}
}

// TestDrainMany: that holds for many requests and long replies too: what was not read yet when
// the server is told to end, as the first request had to wait, is answered, and replies are whole.
func TestDrainMany(t *testing.T) {
	const few = "[generators.few]\nlayout = \"time:41 worker:8 seq:2\"\ntick = \"100ms\"\n"
	ping := encodeRequest("PING")
	pings := 3 * maxRequest / len(ping) // more than is read at a time, less than a socket takes
	r := start(t, few)
	w := r.dial()
	w.ask("ID.NEXT", "few")
	text := encodeRequest("ID.MGET", "few", "10")
	text = append(text, bytes.Repeat(ping, pings)...)
	text = append(text, encodeRequest("ID.MGET", "uuidv4", "65536")...)
	try.Of(w.Write(text)).Or(t)
	go r.cancel()
	if n := len(words(w.reply())); n != 10 {
		t.Errorf("%d ids; want 10", n)
	}
	for i := range pings {
		if got, err := readReply(w.r); got != "PONG" || err != nil {
			t.Fatalf("request %d says %s, %v; want all answered", i, got, err)
		}
	}
	if n := len(words(w.reply())); n != 65536 {
		t.Errorf("%d ids; want 65536", n)
	}
}
