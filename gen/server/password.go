package server

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"sync"
	"time"
)

// Guesses are slow: a wrong password from an address delays the next one from it, from
// firstDelay on twice as long each time, and only so many are looked at together.
const (
	hashesAtOnce = 2
	firstDelay   = 100 * time.Millisecond
	longestDelay = 10 * time.Second
	forgetAfter  = 10 * time.Minute
	mostGuessers = 10_000
	longestQueue = 64 // who waits for a hash
)

// guard compares passwords with their hashes.
type guard struct {
	hashing chan struct{}
	compare func(hash string, password []byte) bool
	now     func() time.Time

	mu       sync.Mutex
	waiting  int
	wrong    map[string]*guesses // by address
	key      [32]byte            // of the digests below
	accepted map[string][32]byte // by hash, a digest of the password that it is of
}

// guesses are the wrong passwords of one address.
type guesses struct {
	number int
	last   time.Time
}

func newGuard(now func() time.Time) *guard {
	g := &guard{hashing: make(chan struct{}, hashesAtOnce), compare: compareHash, now: now,
		wrong: map[string]*guesses{}, accepted: map[string][32]byte{}}
	_, _ = rand.Read(g.key[:]) // ends the program where it fails
	return g
}

// delayError says that an address guessed too often.
type delayError struct{ wait time.Duration }

func (e *delayError) Error() string {
	return fmt.Sprintf("too many wrong passwords from this address; try again in %s", e.wait.Round(time.Millisecond))
}

// check compares a password with its hash. It hashes also where there is no such user, as
// long as the decoy takes, so that the time does not tell. An address that guessed wrong is refused, without
// hashing, until its delay is over.
func (g *guard) check(ctx context.Context, address, hash, decoy string, password []byte) (bool, error) {
	digest := g.digest(password)
	g.mu.Lock()
	same, seen := g.accepted[hash]
	g.mu.Unlock()
	if seen && hmac.Equal(same[:], digest[:]) { // it was hashed before
		return true, nil
	}
	if err := g.admit(address); err != nil {
		return false, err
	}
	select {
	case g.hashing <- struct{}{}:
	case <-ctx.Done():
		g.leave()
		return false, ctx.Err()
	}
	ok := g.compare(cmp.Or(hash, decoy), password) && hash != ""
	<-g.hashing
	g.leave()
	g.mu.Lock()
	defer g.mu.Unlock()
	if ok {
		delete(g.wrong, address)
		if len(g.accepted) >= mostGuessers {
			clear(g.accepted)
		}
		g.accepted[hash] = digest
		return true, nil
	}
	g.remember(address)
	return false, nil
}

func (g *guard) digest(password []byte) (sum [32]byte) {
	h := hmac.New(sha256.New, g.key[:])
	h.Write(password)
	h.Sum(sum[:0])
	return sum
}

// admit refuses an address that has to wait, and everybody where too many wait.
func (g *guard) admit(address string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if w := g.wrong[address]; w != nil {
		delay := min(firstDelay<<min(w.number-1, 10), longestDelay)
		if wait := w.last.Add(delay).Sub(g.now()); wait > 0 {
			return &delayError{wait}
		}
	}
	if g.waiting >= longestQueue {
		return &delayError{firstDelay}
	}
	g.waiting++
	return nil
}

func (g *guard) leave() {
	g.mu.Lock()
	g.waiting--
	g.mu.Unlock()
}

// remember counts a wrong password; the lock is held.
func (g *guard) remember(address string) {
	now := g.now()
	if len(g.wrong) >= mostGuessers {
		for a, w := range g.wrong {
			if now.Sub(w.last) > forgetAfter || len(g.wrong) >= mostGuessers {
				delete(g.wrong, a)
			}
		}
	}
	w := g.wrong[address]
	if w == nil || now.Sub(w.last) > forgetAfter {
		w = new(guesses)
		g.wrong[address] = w
	}
	w.number++
	w.last = now
}
