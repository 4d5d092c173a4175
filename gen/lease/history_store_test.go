package lease

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen/store"
)

// shelf is the store of a history. It does what is promised of one: it is
// linearizable and keeps what it confirmed. A reply may be lost; a request whose
// sender got no answer may be served later.
type shelf struct {
	h                *history
	data             map[string]store.Value
	saved            map[string]store.Value
	turn             int
	lives, histories int
	most             uint64 // the highest tick or number that was ever granted
	begun            bool   // the group was made
	down             bool
	late             []request
}

// request is a swap that is still on its way.
type request struct {
	key  string
	old  store.Version
	data []byte
}

var errDown = errors.New("the store does not answer")

func newShelf(h *history) *shelf { return &shelf{h: h, data: make(map[string]store.Value)} }

func (s *shelf) copy() map[string]store.Value { return maps.Clone(s.data) }

// restore puts the backup back; versions go on, as in another life of the server.
func (s *shelf) restore() {
	s.data = maps.Clone(s.saved)
	s.late = nil
	s.h.Restored++
}

// goBack puts the backup back while all go on, and what is on its way arrives there: in
// another life of the server, which it tells unless the history is one without that. Where
// there is no time, the history of the data is another one.
func (s *shelf) goBack() {
	s.data = maps.Clone(s.saved)
	s.h.Forgot++
	switch {
	case s.h.blind:
	case s.h.terms.Timed:
		s.lives++
	default:
		s.histories++
	}
	s.h.say("the store went back, life %d", s.lives)
}

// fences is how often the group was fenced, 0 if it is not there.
func (s *shelf) fences() uint64 {
	m, _ := decodeMeta("", s.data["idscope/g/0123/group"].Data)
	return m.Fence
}

func (s *shelf) swap(r request) (store.Version, error) {
	if s.data[r.key].Version != r.old {
		return "", store.ErrConflict
	}
	s.turn++
	v := store.Version(strconv.Itoa(s.turn))
	s.data[r.key] = store.Value{Data: r.data, Version: v}
	s.begun = true
	s.count(r)
	return v, nil
}

// count tells what the swap of a register was.
func (s *shelf) count(r request) {
	x, err := decodeRegister(r.key, r.data)
	if err == nil && strings.Contains(r.key, "/number/") {
		s.most = max(s.most, x.High)
	}
	switch {
	case err != nil || !strings.Contains(r.key, "/number/"):
	case x.Owner == nil:
	case x.Owner.Since.Equal(x.Owner.Clock):
		s.h.Acquired++
	default:
		s.h.Renewed++
	}
	if err == nil && x.Owner != nil {
		s.h.say("store: %s epoch %d of %s: %d to %d", r.key, x.Epoch, x.Owner.Host, x.Floor, x.High)
	} else if err == nil && strings.Contains(r.key, "/number/") {
		s.h.say("store: %s epoch %d of nobody: %d to %d", r.key, x.Epoch, x.Floor, x.High)
	}
}

// deliver serves requests that were on their way.
func (s *shelf) deliver(all bool) {
	for len(s.late) > 0 && (all || s.h.one(3)) {
		i := s.h.IntN(len(s.late))
		r := s.late[i]
		s.late = slices.Delete(s.late, i, i+1)
		if _, err := s.swap(r); err == nil {
			s.h.say("store: a late request was served")
		}
	}
}

// lose deletes a register: whoever had it has to notice, and nobody may take it for
// a number that never was.
func (s *shelf) lose() {
	var keys []string
	for key := range s.data {
		if strings.Contains(key, "/number/") {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	if len(keys) > 0 {
		key := keys[s.h.IntN(len(keys))]
		s.h.say("store: %s was deleted", key)
		s.h.Lost++
		delete(s.data, key)
	}
}

// forget deletes the group, or all that there is, and has it fenced: by a host that knew it,
// or by one that is no member, which begins another one.
func (s *shelf) forget() {
	if !s.h.terms.Timed {
		return
	}
	all, by, remembered := s.h.one(2), "no member", ""
	if s.h.one(2) {
		by, remembered = "a member", s.h.hosts[0].remembered()
	}
	for key := range s.data {
		if all || strings.HasSuffix(key, "/group") {
			delete(s.data, key)
		}
	}
	s.h.say("store: the group was deleted, all of it: %v, and fenced by %s", all, by)
	s.h.fence(remembered, 0)
	for _, host := range s.h.hosts {
		if s.h.one(2) {
			s.h.join(host)
		}
	}
}

// visit is the store as a process sees it.
type visit struct {
	*shelf
	p *process
}

func (v *visit) step() error {
	v.p.Step()
	v.deliver(false)
	if v.down || v.h.one(60) {
		return errDown
	}
	return nil
}

func (v *visit) Load(_ context.Context, key string) (store.Value, error) {
	if err := v.step(); err != nil {
		return store.Value{}, err
	}
	out := v.data[key]
	return out, v.step()
}

func (v *visit) Swap(_ context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	if err := v.step(); err != nil {
		return "", err
	}
	r := request{key, old, slices.Clone(data)}
	if v.h.one(12) {
		switch v.h.IntN(3) {
		case 0:
			v.late = append(v.late, r) // served later, or never
		case 1:
			_, _ = v.swap(r) // the reply is lost
		}
		return "", store.ErrUnknown
	}
	version, err := v.swap(r)
	v.p.Step()
	return version, err
}

func (v *visit) List(_ context.Context, prefix string) ([]store.Entry, error) {
	if err := v.step(); err != nil {
		return nil, err
	}
	var out []store.Entry
	for key, value := range v.data {
		if strings.HasPrefix(key, prefix) {
			out = append(out, store.Entry{Key: key, Value: value})
		}
	}
	store.Sort(out)
	return out, v.step()
}

func (v *visit) Now(context.Context) (time.Time, error) { return v.h.at, v.step() }

func (v *visit) Incarnation(context.Context) (store.Incarnation, error) {
	return store.Incarnation{History: strconv.Itoa(v.histories), Life: strconv.Itoa(v.lives), Now: v.h.at}, v.step()
}

func (v *visit) Safety(context.Context) (store.Safety, error) {
	return store.Safety{Class: store.Proven}, v.step()
}

func (v *visit) Close() error { return nil }
