package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/store"
	"idscope/gen/store/etcd"
)

// groupState is what a group of servers keeps of a layout, the values of its fields and a
// worker: all numbers up to it may have been used, by generators of whatever names.
type groupState struct {
	Epoch  uint64    `json:"epoch"` // of the leader who wrote it
	Form   string    `json:"form"`  // of the ids, for people: the key tells them apart
	Worker uint64    `json:"worker"`
	Mark   *gen.Mark `json:"mark"`
}

// stateStore updates what is kept of a generator, in one term. It is a [gen.Ledger].
type stateStore struct {
	c      *cluster
	t      *term
	key    string
	form   string
	worker uint64
	first  gen.Mark // where nothing is kept yet

	mu      sync.Mutex
	closed  bool
	loaded  bool
	now     groupState
	version store.Version
}

var _ gen.Ledger = (*stateStore)(nil)

// Update implements [gen.Ledger]: it stores what f left behind, unless another leads. An
// error that nobody expects ends the term.
func (k *stateStore) Update(ctx context.Context, f func(*gen.Mark) error) error {
	ctx, cancel := context.WithTimeout(ctx, k.c.ttl/2)
	defer cancel()
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.closed:
		return errEnded
	case !k.c.within(): // what it writes helps nobody, and those behind it would wait as long again
		return errAgain
	}
	if !k.loaded {
		if err := k.load(ctx); err != nil {
			return silent(err)
		}
	}
	m := k.first
	if k.now.Mark != nil {
		m = *k.now.Mark
	}
	if err := f(&m); err != nil {
		return err
	}
	next := groupState{Epoch: k.t.epoch, Form: k.form, Worker: k.worker, Mark: &m}
	text, err := json.Marshal(next)
	if err != nil {
		return err
	}
	var version store.Version
	err = k.c.calls.timed(func() (err error) {
		version, err = k.c.group.Swap(ctx, k.t.epoch, k.key, k.version, text)
		return err
	})
	switch {
	case err == nil:
		k.now, k.version = next, version
	case errors.Is(err, etcd.ErrFenced):
		k.c.stepDown(ctx, k.t, err.Error())
	default:
		k.loaded = false // it may have been written
		return silent(err)
	}
	return err
}

// silent is the error of a store of the group that did not do what it was asked. It is errDown to clients: they ask
// again, and need not know where the store is.
func silent(err error) error { return &fault.Error{Reason: errDown, Cause: err, Text: err.Error()} }

// close makes it write no more: another stateStore of the term may go on from what it wrote.
func (k *stateStore) close() {
	k.mu.Lock()
	k.closed = true
	k.mu.Unlock()
}

func (k *stateStore) load(ctx context.Context) error {
	var v store.Value
	err := k.c.calls.timed(func() (err error) {
		v, err = k.c.group.Load(ctx, k.key)
		return err
	})
	if err != nil {
		return err
	}
	var now groupState
	if v.Version != "" {
		d := json.NewDecoder(bytes.NewReader(v.Data))
		d.DisallowUnknownFields() // what an earlier build wrote
		if err := d.Decode(&now); err != nil {
			return fmt.Errorf("what the group of servers keeps of %s cannot be read: %w", k.key, err)
		}
	}
	if now.Epoch > k.t.epoch {
		k.c.stepDown(ctx, k.t, "a later leader has written")
		return etcd.ErrFenced
	}
	k.loaded, k.now, k.version = true, now, v.Version
	return nil
}
