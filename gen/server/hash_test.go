package server

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"idscope/gen/server/service"
)

// published is a hash of "password" from the test suite of the reference implementation
// (github.com/P-H-C/phc-winner-argon2, test.c).
const published = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"

// TestHash: each kind knows its password and no other; a published hash is understood.
func TestHash(t *testing.T) {
	if !compareHash(published, []byte("password")) || compareHash(published, []byte("passwort")) {
		t.Error("the published hash of argon2id is not understood")
	}
	for _, kind := range []service.HashKind{service.Argon2, service.Bcrypt} {
		hash, err := hashPassword(kind, []byte("geheim"))
		if err != nil || checkHash(hash) != nil {
			t.Fatalf("%s: %v, %v", kind, err, checkHash(hash))
		}
		other, _ := hashPassword(kind, []byte("geheim"))
		if !compareHash(hash, []byte("geheim")) || compareHash(hash, []byte("Geheim")) || other == hash {
			t.Errorf("%s: %s does not tell passwords apart, or has no salt", kind, hash)
		}
		if d := decoy(hash); d == hash || checkHash(d) != nil || compareHash(d, []byte("geheim")) || len(d) != len(hash) {
			t.Errorf("the decoy of %s is %s", hash, d)
		}
	}
	for kind, most := range map[service.HashKind]int{service.Argon2: 1024, service.Bcrypt: 72} {
		for _, n := range []int{0, most + 1} {
			if _, err := hashPassword(kind, make([]byte, n)); err == nil ||
				!strings.Contains(err.Error(), fmt.Sprintf("%d bytes; want 1 to %d", n, most)) {
				t.Errorf("%s of %d bytes: %v", kind, n, err)
			}
		}
	}
	if _, err := hashPassword("md5", []byte("a")); err == nil {
		t.Error("an unknown hash is made")
	}
}

// TestHashErrors: what is no hash, or wants more memory or time than there is, is refused.
func TestHashErrors(t *testing.T) {
	for _, test := range []struct{ hash, want string }{
		{"geheim", "is not hashed"},
		{strings.Replace(published, "argon2id", "argon2i", 1), "is not a hash of argon2id"},
		{strings.Replace(published, "v=19", "v=16", 1), "is not a hash of argon2id"},
		{strings.Replace(published, "p=1", "p=0", 1), "is not a hash of argon2id"},
		{strings.Replace(published, "p=1", "p=256", 1), "is not a hash of argon2id"},
		{strings.Replace(published, "m=65536", "m=7", 1), "is not a hash of argon2id"},
		{strings.Replace(published, "c29tZXNhbHQ", "c29t", 1), "is not a hash of argon2id"},
		{published + "=", "is not a hash of argon2id"},
		{strings.Replace(published, "m=65536", "m=4194304", 1), "wants m=4194304,t=2,p=1; want m up to 262144"},
		{strings.Replace(published, "t=2", "t=100000", 1), "wants m=65536,t=100000,p=1; want m up to"},
	} {
		if err := checkHash(test.hash); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("checkHash(%s) = %v; want %s", test.hash, err, test.want)
		}
	}
}

// TestWrongPasswordsOfMany: however many addresses guess at once, two guesses are hashed at a
// time, so that the memory of two hashes is used, and those for whom there is no place in the
// queue are told at once to come again.
func TestWrongPasswordsOfMany(t *testing.T) {
	const many = 200
	g := newGuard(timeNow)
	goOn := make(chan bool)
	var now, most, hashed atomic.Int64
	g.compare = func(string, []byte) bool {
		if n := now.Add(1); n > most.Load() {
			most.Store(n)
		}
		<-goOn
		hashed.Add(1)
		now.Add(-1)
		return false
	}
	answers := make(chan error, many)
	for i := range many {
		go func() {
			_, err := g.check(t.Context(), fmt.Sprint(i), published, nobody, []byte("guess"))
			answers <- err
		}()
	}
	for range many - longestQueue { // while no hash ends
		var delay *delayError
		if err := <-answers; !errors.As(err, &delay) {
			t.Fatalf("a guess without a place is told %v; want to come again", err)
		}
	}
	close(goOn)
	for range longestQueue {
		if err := <-answers; err != nil {
			t.Errorf("a guess that waited for its turn is told %v", err)
		}
	}
	if hashed.Load() != longestQueue || most.Load() > hashesAtOnce {
		t.Errorf("%d of %d guesses were hashed, %d at a time; want %d, and %d", hashed.Load(), many, most.Load(),
			longestQueue, hashesAtOnce)
	}
	g.compare = compareHash
	if ok, err := g.check(t.Context(), "another", published, nobody, []byte("password")); !ok || err != nil {
		t.Errorf("the right password after that: %v, %v", ok, err)
	}
}

// FuzzHash: no text panics, and what is understood asks for no more than the bounds.
func FuzzHash(f *testing.F) {
	f.Add(published)
	f.Add(nobody)
	f.Fuzz(func(t *testing.T, text string) {
		if checkHash(text) != nil {
			return
		}
		if h, err := parseArgon(text); err == nil && (h.memory > mostArgonMemory || h.memory*h.rounds > mostArgonWork) {
			t.Errorf("%s is understood", text)
		}
	})
}
