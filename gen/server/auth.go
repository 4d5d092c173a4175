package server

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/crypto/bcrypt"

	"idscope/gen/quantity"
)

// Guesses are slow: a wrong password delays the next one of its client, from firstDelay on twice as long each time, and
// only so many are hashed together. A client is an IPv4 address, or the /64 of an IPv6 address, of which one host has
// all.
const (
	hashesAtOnce = 2
	longestQueue = 64 // requests that wait for a hash
	firstDelay   = 100 * time.Millisecond
	longestDelay = 10 * time.Second
	forgetAfter  = 10 * time.Minute
	mostGuessers = 10_000
)

// guard compares passwords with their hashes.
type guard struct {
	waiting chan struct{} // holds one for each request that waits for a hash, or is hashed
	hashing chan struct{}
	compare func(hash, password []byte) error
	now     func() time.Time

	mu       sync.Mutex
	wrong    *recent[guesses]  // by client
	key      [32]byte          // of the digests below
	accepted *recent[[32]byte] // by hash, a digest of the password that it is of
}

// guesses are the wrong passwords of one client.
type guesses struct {
	number int
	last   time.Time
}

func newGuard(now func() time.Time) *guard {
	g := &guard{waiting: make(chan struct{}, longestQueue), hashing: make(chan struct{}, hashesAtOnce),
		compare: bcrypt.CompareHashAndPassword, now: now,
		wrong: newRecent[guesses](mostGuessers), accepted: newRecent[[32]byte](mostGuessers)}
	_, _ = rand.Read(g.key[:]) // ends the program where it fails
	return g
}

// laterError refuses a request for a while.
type laterError struct {
	wait time.Duration
	code string // of HTTP
	text string
}

func (e *laterError) Error() string { return e.text }

func delayed(wait time.Duration) error {
	wait = wholeMillis(wait)
	return &laterError{wait, "delayed", fmt.Sprint("too many wrong passwords from this address; try again in ", wait)}
}

// wholeMillis rounds a wait up: who comes again before it is over is refused once more.
func wholeMillis(wait time.Duration) time.Duration {
	return (wait + time.Millisecond - 1).Truncate(time.Millisecond)
}

// authenticate returns the user of a name and a password; nil for a wrong one. Its error says that the client has to
// wait.
func (s *Server) authenticate(ctx context.Context, us *users, address, name string, password []byte) (*user, error) {
	who := us.byName[name]
	hash := ""
	if who != nil {
		hash = who.hash
	}
	good, err := s.guard.check(ctx, clientOf(address), hash, us.decoy, password)
	switch {
	case err != nil:
		s.stats.delayed.Add(1)
		return nil, err
	case !good:
		s.stats.wrong.Add(1)
		return nil, nil
	}
	return who, nil
}

// check compares a password with its hash. It hashes also where there is no such user, as long as the decoy takes, so
// that the time does not tell. A client that guessed wrong is refused, without hashing, until its delay is over.
func (g *guard) check(ctx context.Context, client, hash, decoy string, password []byte) (bool, error) {
	digest := sha256.Sum256(slices.Concat(g.key[:], password))
	g.mu.Lock()
	same, known := g.accepted.Get(hash)
	g.mu.Unlock()
	if known && hmac.Equal(same[:], digest[:]) { // it was hashed before
		return true, nil
	}
	if wait := g.delay(client); wait > 0 {
		return false, delayed(wait)
	}
	select {
	case g.waiting <- struct{}{}:
		defer func() { <-g.waiting }()
	default:
		return false, &laterError{firstDelay, "delayed", fmt.Sprint("many passwords wait; try again in ", firstDelay)}
	}
	select {
	case g.hashing <- struct{}{}:
		defer func() { <-g.hashing }()
	case <-ctx.Done():
		return false, ctx.Err()
	}
	if wait := g.delay(client); wait > 0 { // of a guess that was before it in the queue
		return false, delayed(wait)
	}
	ok := g.compare([]byte(cmp.Or(hash, decoy)), password) == nil && hash != ""
	g.mu.Lock()
	defer g.mu.Unlock()
	if ok {
		g.wrong.Remove(client)
		g.accepted.Add(hash, digest)
		return true, nil
	}
	w, _ := g.wrong.Get(client)
	if g.now().Sub(w.last) > forgetAfter {
		w.number = 0
	}
	g.wrong.Add(client, guesses{w.number + 1, g.now()})
	return false, nil
}

// delay is how long a client has to wait.
func (g *guard) delay(client string) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	w, known := g.wrong.Get(client)
	if !known {
		return 0
	}
	return w.last.Add(min(firstDelay<<min(w.number-1, 10), longestDelay)).Sub(g.now())
}

// clientOf is whose requests count together: an IPv4 address, or the /64 of an IPv6 address.
func clientOf(address string) string {
	host := hostOf(address)
	ip, err := netip.ParseAddr(host)
	if err != nil || ip.Unmap().Is4() {
		return host
	}
	p, _ := ip.WithZone("").Prefix(64) // of such an address: no error
	return p.String()
}

// hostOf is an address without its port.
func hostOf(address string) string {
	if h, _, err := net.SplitHostPort(address); err == nil {
		return h
	}
	return address
}

// mostPassword is the longest password in bytes: bcrypt has no longer ones.
const mostPassword = 72

// mostCost is the largest cost of a hash that is compared: some 2 s of a processor.
const mostCost = 15

// Hash implements [service.Engine]. It takes some 50 ms of a processor.
func (Engine) Hash(password []byte) (string, error) {
	if len(password) == 0 || len(password) > mostPassword {
		return "", fmt.Errorf("the password has %d bytes: use 1 to %d", len(password), mostPassword)
	}
	hash, err := bcrypt.GenerateFromPassword(password, bcrypt.DefaultCost)
	return string(hash), err
}

// checkHash refuses what is no hash, and one that asks for more than the server gives.
func checkHash(text string) error {
	cost, err := bcrypt.Cost([]byte(text))
	switch {
	case err != nil:
		return errors.New("is not a bcrypt hash: use what idscope serve passwd prints")
	case cost > mostCost:
		return fmt.Errorf("has the cost %d: use at most %d", cost, mostCost)
	}
	return nil
}

// decoyOf is a hash of no password that takes as long to compare as another.
func decoyOf(text string) string {
	const none = "$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"
	if len(text) == len(none) {
		return text[:7] + none[7:] // with its cost
	}
	return none
}

// permission is what a user may do with a generator.
type permission int

const (
	generate permission = iota // ask for IDs
	create                     // use a scheme by its name that the file does not name
	manage                     // see and end the connections of others
)

// user is one who may connect.
type user struct {
	name   string
	hash   string      // of the password; empty of everyone
	rights [3][]string // of each permission, the names of generators, in which * and ? match any text, as in shells
}

// users are those who may connect.
type users struct {
	byName map[string]*user
	decoy  string // hash that is compared where there is no such user
	anyone *user  // who asks where there are none; else nil
}

// everyone is the user of a server without users.
func everyone() *user {
	all := []string{"*"}
	return &user{name: "default", rights: [3][]string{all, all, all}}
}

// may reports whether the user has a right to a generator.
func (u *user) may(p permission, generator []byte) bool {
	for _, name := range u.rights[p] {
		if name == "*" || name == string(generator) {
			return true
		}
		if strings.ContainsAny(name, "*?[") {
			if ok, _ := path.Match(name, string(generator)); ok {
				return true
			}
		}
	}
	return false
}

// mayUse reports whether the user may ask for IDs by a name: of a source of the file with the permission to generate,
// of a scheme that it does not name with the permission to create, or to generate where it names none.
func (u *user) mayUse(t *table, src *source, name []byte) bool {
	named := src != nil && src.listed
	return u.may(generate, name) && (named || !t.listed) || u.may(create, name) && !named
}

// recent is a bounded map: the entries that were used longest ago go first.
type recent[V any] = simplelru.LRU[string, V]

func newRecent[V any](most int) *recent[V] {
	r, _ := simplelru.NewLRU[string, V](most, nil) // above 0: no error
	return r
}

// limits bound what clients may take.
type limits struct {
	connections int           // of all clients
	perAddress  int           // of one address; 0 is no limit of its own
	each        *limiter      // what each client may ask for; nil for any
	stalled     time.Duration // how long a request may stay incomplete, or a reply untaken
}

// limiter is what each client may ask for in a second. A client is a user, or without users an address; programs at the
// socket beside the records have no limit, as they may use the records anyway.
type limiter struct {
	rates [2]float64 // requests and IDs, a second; 0 is no limit

	mu      sync.Mutex
	buckets *recent[*bucket]
}

// bucket is what one client has left. It fills up in a second. Who has some left may ask for more than that, and owes
// the rest: so a request for many IDs is answered under any limit, and the next ones wait for it.
type bucket struct {
	left [2]float64 // requests and IDs; below 0 is owed
	at   time.Time
}

// mostBuckets is how many clients are remembered.
const mostBuckets = 10_000

// newLimiter returns nil where there is no limit.
func newLimiter(requests, ids int64) *limiter {
	if requests == 0 && ids == 0 {
		return nil
	}
	return &limiter{rates: [2]float64{float64(requests), float64(ids)}, buckets: newRecent[*bucket](mostBuckets)}
}

// take takes a request for n IDs, 0 for a request of another kind, or refuses it.
func (l *limiter) take(client string, n int, now time.Time) *laterError {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, known := l.buckets.Get(client)
	if !known {
		b = &bucket{l.rates, now}
		l.buckets.Add(client, b)
	}
	since := max(0, now.Sub(b.at).Seconds())
	b.at = now
	for i, rate := range l.rates {
		b.left[i] = min(b.left[i]+since*rate, rate)
	}
	asked, of := [2]float64{1, float64(n)}, [2]string{"request", "id"}
	for i, rate := range l.rates {
		if rate > 0 && asked[i] > 0 && b.left[i] < 1 {
			wait := wholeMillis(time.Duration((1 - b.left[i]) / rate * float64(time.Second)))
			return &laterError{wait, "limited", fmt.Sprintf("this client asks for more than %s a second",
				quantity.Counted(uint64(rate), of[i]))}
		}
	}
	for i := range asked {
		b.left[i] -= asked[i]
	}
	return nil
}

// admit takes a request for n IDs off what its client may ask for, or refuses it.
func (s *Server) admit(u *user, address string, n int) error {
	each := s.limits().each
	if each == nil {
		return nil
	}
	client := hostOf(address)
	if u.hash != "" {
		client = u.name
	}
	if late := each.take(client, n, s.now()); late != nil {
		s.stats.limited.Add(1)
		return late
	}
	return nil
}

// admit is that of a session.
func (c *session) admit(n int) error {
	if c.inside {
		return nil
	}
	return c.server.admit(c.user, c.address, n)
}

// connected counts the connections of a protocol, and those of each address; sockets of this host have none.
type connected struct {
	mu     sync.Mutex
	all    int
	byHost map[string]int
}

// add reports whether one more is within the limits; it is counted until it is removed.
func (n *connected) add(l *limits, address string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	h := hostOf(address)
	n.all++
	n.byHost[h]++
	return n.all <= l.connections && (l.perAddress == 0 || h == unixAddress || n.byHost[h] <= l.perAddress)
}

func (n *connected) remove(address string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	h := hostOf(address)
	n.all--
	if n.byHost[h]--; n.byHost[h] == 0 {
		delete(n.byHost, h)
	}
}

// limitHTTP returns what closes connections of HTTP beyond the limits at once.
func (s *Server) limitHTTP() func(net.Conn, http.ConnState) {
	open := connected{byHost: map[string]int{}}
	return func(c net.Conn, state http.ConnState) {
		switch {
		case state == http.StateClosed:
			open.remove(addressOf(c))
		case state == http.StateNew && !open.add(s.limits(), addressOf(c)):
			s.stats.rejected.Add(1)
			_ = c.Close()
		}
	}
}
