package counter

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"net/url"
	"slices"
	"strconv"
	"time"

	"idscope/gen/store"
	"idscope/gen/worker"
)

// ID names one counter of one server.
type ID struct {
	Kind  string `json:"kind"`  // the scheme: "segment"
	Store string `json:"store"` // its [store.Name]
	Key   string `json:"key"`
}

// NewID names a counter of the server of a URL. Where a key is a table, no option says where that is.
func NewID(kind string, u *url.URL, key string) ID {
	server := *u
	if Tabled(kind) {
		server.RawQuery = ""
	}
	return ID{kind, store.Name(&server), key}
}

// String is the counter as messages name it.
func (id ID) String() string { return id.Kind + " " + strconv.Quote(id.Key) + " of " + id.Store }

// file is the name of what a host knows of the counter.
func (id ID) file() string {
	h := fnv.New128a()
	for _, part := range []string{id.Kind, id.Store, id.Key} {
		h.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
	}
	return folder + "/" + id.Kind + "-" + hex.EncodeToString(h.Sum(nil))
}

// folder is where in the state directory the files of counters are.
const folder = "counters"

// state is what a host knows of a counter: JSON, for people who look into the file.
type state struct {
	ID
	Seen   uint64    `json:"seen"`             // highest number given to this host, and not given back; 0 for none
	Used   uint64    `json:"used"`             // highest number that one of its processes got; 0 for none
	Turn   uint64    `json:"turn"`             // of servers that are asked in turn
	Step   uint64    `json:"step,omitempty"`   // by which such a server counted last; 0 is not known
	Offset uint64    `json:"offset,omitempty"` // and from where
	Buffer buffer    `json:"segments"`
	Failed time.Time `json:"failed,omitzero"` // when the store could not be asked last
}

// decode reads a state; of an empty text it is empty.
func (s *state) decode(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	if err := strict(text, s); err != nil {
		return err
	}
	if b := s.Buffer; b.Current.First > b.Current.End || b.Next.First > b.Next.End {
		return errors.New("a segment ends before it begins")
	}
	return nil
}

// Host is what this host knows of one counter of one server, in a file that its
// processes share. It survives restarts, but for the segment: the rest of one is
// given up where it might not be what was left of it.
type Host struct {
	id   ID
	file *worker.File
}

// openHost opens the file of a counter. Nothing is made before its first update.
func openHost(f worker.Folder, kind string, p *Place) (h *Host, err error) {
	h = &Host{id: p.ID(kind)}
	h.file, err = f.File(h.id.file(), h.id.String())
	return h, err
}

// update hands the state to change, and stores what it leaves.
func (h *Host) update(ctx context.Context, durable bool, change func(*state) error) error {
	return h.file.Update(ctx, func(c *worker.Content) error {
		s, err := h.read(c)
		if err == nil {
			err = change(&s)
		}
		if err != nil {
			return err
		}
		c.Durable = durable
		c.Text, err = json.Marshal(s)
		return err
	})
}

func (h *Host) read(c *worker.Content) (s state, err error) {
	err = s.decode(c.Text)
	if err == nil && s.ID != h.id && s.ID != (ID{}) {
		err = fmt.Errorf("it is of %s", s.ID)
	}
	if err != nil {
		return s, fmt.Errorf("what this host knows of %s is not understood: %w", h.id, err)
	}
	if !c.Intact {
		s.Buffer, s.Failed = buffer{}, time.Time{}
	}
	s.ID = h.id
	return s, nil
}

// state returns it as it is.
func (h *Host) state(ctx context.Context) (s state, err error) {
	err = h.update(ctx, false, func(now *state) error {
		s = *now
		return nil
	})
	return s, err
}

// Seen is the highest number that this host was given, 0 for none.
func (h *Host) Seen() (uint64, error) {
	s, err := h.peek()
	return s.Seen, err
}

// peek reads the state without the lock.
func (h *Host) peek() (s state, err error) {
	text, err := h.file.Peek()
	if err == nil {
		err = s.decode(text)
	}
	return s, err
}

// Known is what this host knows of a counter.
type Known struct {
	ID
	Seen uint64 // highest number that it was given
}

// KnownHere lists the counters that this host knows, by store, kind and key.
func KnownHere(f worker.Folder) ([]Known, error) {
	names, err := f.Files(folder)
	if err != nil {
		return nil, err
	}
	var list []Known
	for _, name := range names {
		file, err := f.File(name, "a counter")
		if err != nil {
			return nil, err
		}
		text, err := file.Peek()
		if err != nil {
			return nil, err
		}
		var s state
		if err := s.decode(text); err == nil && s.ID != (ID{}) {
			list = append(list, Known{s.ID, s.Seen})
		}
	}
	slices.SortFunc(list, func(a, b Known) int {
		return cmp.Or(cmp.Compare(a.Store, b.Store), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Key, b.Key))
	})
	return list, nil
}

// note tells the host the highest number that this process got, before it is printed; 0 for none.
func (h *Host) note(ctx context.Context, last uint64) error {
	if last == 0 {
		return nil
	}
	return h.update(ctx, false, func(s *state) error {
		s.Seen = max(s.Seen, last)
		s.Turn++
		return nil
	})
}
