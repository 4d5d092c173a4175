package server

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
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

// TestWrongPasswordsOfMany: however many addresses guess at once, the memory of two hashes
// is used, and most are told to come again.
func TestWrongPasswordsOfMany(t *testing.T) {
	h := argonHash{memory: 8 << 10, rounds: 1, lanes: 1, salt: make([]byte, 16), sum: make([]byte, 32)}
	h.sum = h.of([]byte("geheim"))
	hash := h.String()
	g := newGuard(timeNow)
	var most, hashed, delayed atomic.Int64
	var guessers sync.WaitGroup
	for i := range 200 {
		guessers.Add(1)
		go func() {
			defer guessers.Done()
			for k := range 5 {
				_, err := g.check(t.Context(), fmt.Sprint(i, ".", k), hash, nobody, []byte("guess"))
				if err != nil {
					delayed.Add(1)
				} else {
					hashed.Add(1)
				}
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				for now := int64(m.HeapInuse >> 20); ; {
					if was := most.Load(); was >= now || most.CompareAndSwap(was, now) {
						break
					}
				}
			}
		}()
	}
	guessers.Wait()
	if hashed.Load() == 0 || delayed.Load() == 0 || most.Load() > 100 {
		t.Errorf("%d of 1000 guesses were hashed and %d delayed, with %d MiB; want some of both, and at most 100 MiB",
			hashed.Load(), delayed.Load(), most.Load())
	}
	if ok, err := g.check(t.Context(), "another", hash, nobody, []byte("geheim")); !ok || err != nil {
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
