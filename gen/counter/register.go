package counter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"idscope/gen/store"
)

// Prefix is in front of the keys of counters in a [store.Store].
const Prefix = "counters/"

// Register is a counter under one key of a store, changed by compare and swap. Any
// number of goroutines may use it.
type Register struct {
	store store.Store
	key   string
	about string
	last  chan registerState // holds one: the state that was seen last
}

type registerState struct {
	version store.Version
	value   registerValue
}

// registerValue is what people see under the key.
type registerValue struct {
	Next uint64 `json:"next"` // first number that was not given out
	Step uint64 `json:"step"` // by which blocks grow at least
}

// OpenRegister opens the counter of a key. A missing one begins at 1 with create, and
// is an error of ErrMissing without. Step is that of a new counter.
func OpenRegister(ctx context.Context, s store.Store, id ID, create bool, step uint64) (*Register, error) {
	r := &Register{store: s, key: Prefix + id.Kind + "/" + id.Key, about: id.String(),
		last: make(chan registerState, 1)}
	if err := store.Check(r.key, nil); err != nil {
		return nil, err
	}
	state, err := r.load(ctx)
	for range 3 {
		if !errors.Is(err, ErrMissing) || !create {
			break
		}
		state.value = registerValue{Next: 1, Step: step}
		state.version, err = swap(ctx, s, r.key, "", state.value)
		// somebody was faster, or it may be there
		if errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrUnknown) {
			state, err = r.load(ctx)
		}
	}
	if err != nil {
		return nil, err
	}
	r.last <- state
	return r, nil
}

// load reads the counter; the error of one that is not there is an error of ErrMissing.
func (r *Register) load(ctx context.Context) (s registerState, err error) {
	v, err := r.store.Load(ctx, r.key)
	if err != nil {
		return s, err
	}
	if v.Version == "" {
		return s, Missing("the "+r.about, "")
	}
	s.version = v.Version
	if err := strict(v.Data, &s.value); err != nil || s.value.Next == 0 || s.value.Next > Max+1 {
		return s, fmt.Errorf("the key %s holds %.60q, not a counter such as {\"next\":1,\"step\":1000}", r.key, v.Data)
	}
	return s, nil
}

// strict reads JSON that has no other fields than the value.
func strict(data []byte, value any) error {
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.DisallowUnknownFields()
	return d.Decode(value)
}

// swap writes a value as JSON.
func swap(ctx context.Context, s store.Store, key string, old store.Version, value any) (store.Version, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	return s.Swap(ctx, key, old, data)
}

// Least implements [Allocator].
func (r *Register) Least() uint64 {
	s := <-r.last
	r.last <- s
	return s.value.Step
}

// Allocate implements [Allocator].
func (r *Register) Allocate(ctx context.Context, step uint64) (b Block, err error) {
	err = r.change(ctx, func(v *registerValue) error {
		if v.Next > Max-(step-1) {
			return fmt.Errorf("%s: %w, %d: %d numbers are left, and %d were asked for", r.about, ErrFull, uint64(Max),
				Max+1-v.Next, step)
		}
		b = Block{v.Next, v.Next + step}
		v.Next = b.End
		return nil
	})
	return b, err
}

// Return implements [Allocator].
func (r *Register) Return(ctx context.Context, b Block) (done bool, err error) {
	errLater := errors.New("others came after it")
	err = r.change(ctx, func(v *registerValue) error {
		if v.Next != b.End {
			return errLater
		}
		v.Next = b.First
		return nil
	})
	if errors.Is(err, errLater) && !errors.Is(err, store.ErrUnknown) {
		return false, nil
	}
	return err == nil, err
}

// change swaps in what f makes of the value, as often as others are faster. A write
// whose outcome is not known may have been made: f is asked again, of what is there
// then, so what it reserved is lost at worst.
func (r *Register) change(ctx context.Context, f func(*registerValue) error) error {
	s := <-r.last
	defer func() { r.last <- s }()
	stale, doubt := false, false
	return retry(ctx, func() (err error) {
		if stale {
			now, err := r.load(ctx)
			if err != nil {
				return err
			}
			s = now
		}
		v := s.value
		if err := f(&v); err != nil && doubt { // a write in doubt may be why
			return fmt.Errorf("%w: %w", store.ErrUnknown, err)
		} else if err != nil {
			return err
		}
		version, err := swap(ctx, r.store, r.key, s.version, v)
		if stale, doubt = true, doubt || errors.Is(err, store.ErrUnknown); err == nil {
			s = registerState{version, v}
		}
		return err
	})
}

// retry makes a try again where others were faster, and twice where its outcome is not known. It waits in between,
// longer each time and at random, so that many do not go on at once.
func retry(ctx context.Context, try func() error) error {
	unknown := 0
	for delay := time.Millisecond; ; delay = min(2*delay, 50*time.Millisecond) {
		switch err := try(); {
		case errors.Is(err, store.ErrUnknown):
			if unknown++; unknown > 2 {
				return err
			}
		case !errors.Is(err, store.ErrConflict):
			return err
		}
		select {
		case <-time.After(delay/2 + rand.N(delay)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// List lists the counters in a store, by kind and key.
func List(ctx context.Context, s store.Store) ([]Entry, error) {
	keys, err := s.List(ctx, Prefix)
	if err != nil {
		return nil, err
	}
	var list []Entry
	for _, k := range keys {
		kind, key, _ := strings.Cut(strings.TrimPrefix(k.Key, Prefix), "/")
		e := Entry{Kind: kind, Key: key}
		var segment registerValue
		var dated datedValue
		switch {
		case strict(k.Data, &segment) == nil:
			e.Next, e.Step = segment.Next, segment.Step
		case strict(k.Data, &dated) == nil:
			day, _ := time.Parse(time.DateOnly, dated.Day)
			e.Day = day.Unix() / secondsPerDay
			e.Next, e.Note = dated.Next, fmt.Sprintf("%s, %d digits, %s", dated.Day, dated.Digits, dated.Zone)
		default:
			e.Note = fmt.Sprintf("not a counter: %.40q", k.Data)
		}
		list = append(list, e)
	}
	return list, nil
}
