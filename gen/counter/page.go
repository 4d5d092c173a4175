package counter

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// page is the content of the file.
type page struct {
	seen   uint64 // highest number that was given to this host, and not given back; 0 for none
	used   uint64 // highest number that one of its processes got; 0 for none
	turn   uint64 // of servers that are asked in turn
	buffer buffer
	failed time.Time // when the store could not be asked last
	lease  held      // of the writer, in strict order
	under  uint64    // epoch of the lease under which the buffer was loaded, 0 for none
	grant  string    // of the lease, as package lease writes it
}

// It is lines of a name and values, for people who look into the file.

func (p *page) encode(id ID) []byte {
	b := &p.buffer
	text := fmt.Appendf(nil, "kind %q\nstore %q\nkey %q\nseen %d\nused %d\nturn %d\n", id.Kind, id.Store, id.Key,
		p.seen, p.used, p.turn)
	text = fmt.Appendf(text, "current %d %d\nnext %d %d\nstep %d %d\nloaded %d\nfailed %d\n", b.current.First,
		b.current.End, b.next.First, b.next.End, b.step, b.size, unix(b.loaded), unix(p.failed))
	if p.lease == (held{}) && p.under == 0 && p.grant == "" {
		return text
	}
	return fmt.Appendf(text, "lease %d %d %d %d\nunder %d\ngrant %q\n", p.lease.epoch, p.lease.from, p.lease.end,
		unix(p.lease.wall), p.under, p.grant)
}

// decode reads what encode writes; of an empty text the page is empty.
func (p *page) decode(text []byte) (id ID, err error) {
	if len(text) == 0 {
		return id, nil
	}
	l := &fields{rest: string(text)}
	id = ID{l.quoted("kind"), l.quoted("store"), l.quoted("key")}
	p.seen, p.used, p.turn = l.numbers("seen", 1)[0], l.numbers("used", 1)[0], l.numbers("turn", 1)[0]
	b := &p.buffer
	block := func(name string) Block {
		v := l.numbers(name, 2)
		if v[0] > v[1] {
			l.err = errors.New("a segment ends before it begins")
		}
		return Block{v[0], v[1]}
	}
	b.current, b.next = block("current"), block("next")
	step := l.numbers("step", 2)
	b.step, b.size = step[0], step[1]
	b.loaded, p.failed = fromUnix(l.numbers("loaded", 1)[0]), fromUnix(l.numbers("failed", 1)[0])
	if l.rest != "" {
		v := l.numbers("lease", 4)
		p.lease = held{v[0], time.Duration(v[1]), time.Duration(v[2]), fromUnix(v[3])}
		p.under, p.grant = l.numbers("under", 1)[0], l.quoted("grant")
	}
	return id, l.err
}

func unix(t time.Time) uint64 {
	if t.IsZero() {
		return 0
	}
	return uint64(max(0, t.UnixMilli()))
}

func fromUnix(ms uint64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(ms))
}

// fields reads lines in their order.
type fields struct {
	rest string
	err  error
}

func (l *fields) line(name string) string {
	var line string
	line, l.rest, _ = strings.Cut(l.rest, "\n")
	value, ok := strings.CutPrefix(line, name+" ")
	if !ok && l.err == nil {
		l.err = fmt.Errorf("it has %.40q where %s belongs", line, name)
	}
	return value
}

func (l *fields) quoted(name string) string {
	s, err := strconv.Unquote(l.line(name))
	if err != nil && l.err == nil {
		l.err = fmt.Errorf("its %s is not quoted", name)
	}
	return s
}

func (l *fields) numbers(name string, n int) []uint64 {
	list := make([]uint64, n)
	words := strings.Split(l.line(name), " ")
	if len(words) != n && l.err == nil {
		l.err = fmt.Errorf("its %s has %d numbers; want %d", name, len(words), n)
	}
	for i := range min(n, len(words)) {
		v, err := strconv.ParseUint(words[i], 10, 64)
		if err != nil && l.err == nil {
			l.err = fmt.Errorf("its %s %.40q is not a number", name, words[i])
		}
		list[i] = v
	}
	return list
}
