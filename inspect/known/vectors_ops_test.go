package known

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
)

// runEncode packs the given values and compares the text.
func runEncode(v vector) error {
	s, err := schemeOf(v)
	if err != nil {
		return err
	}
	if text := v.option("uuid"); text != "" { // the same bits, another spelling
		id, err := gen.Text{Form: gen.UUID}.Parse([]byte(text), 128)
		return expectText(v, s, id, err)
	}
	if text := v.option("hex"); text != "" {
		id, err := gen.Text{Form: gen.Hex}.Parse([]byte(text), s.Layout.Size())
		return expectText(v, s, id, err)
	}
	codec, err := s.Layout.Compile()
	if err != nil {
		return err
	}
	fields, ok := v.Options["fields"].(map[string]any)
	if !ok {
		fields = v.Options
	}
	values := make([]gen.ID, len(s.Layout))
	for name, value := range fields {
		if name == "op" {
			continue
		}
		n, err := number(name, value)
		if err != nil {
			return err
		}
		if name == "unix_ms" && fieldNames[s.Name][name] != "timestamp" {
			name = "timestamp" // from the scheme's epoch, not from 1970
			tick, ok := s.Timeline().Tick(time.UnixMilli(int64(n.Lo)))
			if !ok {
				return fmt.Errorf("time %v is before the epoch", value)
			}
			n = gen.FromUint64(tick)
		}
		if name == "unix_s" {
			name, n.Lo = "timestamp", n.Lo-uint64(s.Epoch.Unix())
		}
		i, _, err := find(s, name)
		if err != nil || i < 0 {
			return fmt.Errorf("field %s: %v", name, err)
		}
		values[i] = n
	}
	id, err := codec.Pack(values)
	if err != nil {
		return err
	}
	if want, ok := v.Expect["hex"].(string); ok {
		if got := string(gen.Text{Form: gen.Hex}.Append(nil, id, codec.Size())); got != want {
			return fmt.Errorf("hex %s; want %s", got, want)
		}
	}
	return expectText(v, s, id, nil)
}

func expectText(v vector, s *gen.Scheme, id gen.ID, err error) error {
	if got := spelled(v.ID, s, id); err != nil || got != v.ID {
		return fmt.Errorf("made %s, %v; want %s", got, err, v.ID)
	}
	return nil
}

// runGenerate makes the id with a generator whose clock and random numbers are
// those of the vector, or from the namespace and the name.
func runGenerate(t *testing.T, v vector) error {
	if v.option("namespace") != "" {
		return runNamed(v)
	}
	switch v.Scheme {
	case "snowflake":
		return runLayout(t, v)
	case "pushid":
		return runPrefix(t, v)
	}
	s, ok := Get("uuidv" + v.option("version"))
	if !ok {
		return fmt.Errorf("no scheme of version %s", v.option("version"))
	}
	var o gen.Options
	if v.option("version") == "7" {
		ms, err := strconv.ParseUint(v.option("unix_ms"), 10, 64)
		if err != nil {
			return err
		}
		a, err := strconv.ParseUint(v.option("rand_a"), 10, 12)
		if err != nil {
			return err
		}
		b, err := strconv.ParseUint(v.option("rand_b_hex"), 16, 62)
		if err != nil {
			return err
		}
		o.Clock = gen.FixedClock(s.Timeline().Time(ms<<12 | a))
		o.Random = &words{b}
	} else {
		ns, ok := new(big.Int).SetString(v.option("unix_ns"), 10)
		node, err := strconv.ParseUint(v.option("node"), 16, 48)
		if !ok || err != nil {
			return fmt.Errorf("time %s, node: %v", v.option("unix_ns"), err)
		}
		sequence, err := strconv.ParseUint(v.option("clock_seq"), 10, 14)
		if err != nil {
			return err
		}
		sec, rest := new(big.Int).DivMod(ns, big.NewInt(1e9), new(big.Int))
		o.Clock, o.Worker = gen.FixedClock(time.Unix(sec.Int64(), rest.Int64())), &node
		o.Random = &words{sequence}
	}
	g, err := gen.New(s, o)
	if err != nil {
		return err
	}
	id, err := g.Next(t.Context())
	return expectText(v, s, id, err)
}

// runPrefix makes an id of which only the start is known.
func runPrefix(t *testing.T, v vector) error {
	s, err := schemeOf(v)
	if err != nil {
		return err
	}
	ms, err := strconv.ParseInt(v.option("unix_ms"), 10, 64)
	if err != nil {
		return err
	}
	g, err := gen.New(s, gen.Options{Clock: gen.FixedClock(time.UnixMilli(ms))})
	if err != nil {
		return err
	}
	id, err := g.Next(t.Context())
	if got, want := schemetest.Render(s, id), fmt.Sprint(v.Expect["id_prefix"]); err != nil || !strings.HasPrefix(got, want) {
		return fmt.Errorf("made %s, %v; want it to begin with %s", got, err, want)
	}
	return nil
}

func runNamed(v vector) error {
	s, ok := Get("uuidv" + v.option("version"))
	if !ok || !s.Named() {
		return fmt.Errorf("version %s is not made from names", v.option("version"))
	}
	namespace, err := gen.Text{Form: gen.UUID}.Parse([]byte(v.option("namespace")), 128)
	if !v.Valid {
		if err == nil {
			return fmt.Errorf("namespace %q is taken; want it refused", v.option("namespace"))
		}
		return nil
	}
	if err != nil {
		return err
	}
	name := []byte(v.option("name"))
	if text := v.option("name_hex"); text != "" {
		if name, err = hex.DecodeString(text); err != nil {
			return err
		}
	}
	sum := s.Digest(namespace.Bytes16(), name)
	return expectText(v, s, gen.FromBytes(sum[:]), nil)
}

func runLayout(t *testing.T, v vector) error {
	s, err := schemeOf(v)
	if err != nil {
		return err
	}
	ms, err := strconv.ParseInt(v.option("unix_ms"), 10, 64)
	if err != nil {
		return err
	}
	o := gen.Options{Clock: gen.FixedClock(time.UnixMilli(ms))}
	for option, name := range map[string]string{"process_id": "process_id", "worker_id": "worker_id", "increment": "seq"} {
		n, err := number(option, v.Options[option])
		if err != nil {
			return err
		}
		o.Set = append(o.Set, gen.Assignment{Field: name, Value: n})
	}
	g, err := gen.New(s, o)
	if v.Disputed && errors.Is(err, gen.ErrRange) {
		return nil // our decision: refused with the range
	}
	if err != nil {
		return err
	}
	id, err := g.Next(t.Context())
	return expectText(v, s, id, err)
}

// runIncrement makes options.previous, then the next of the same millisecond.
func runIncrement(t *testing.T, v vector) error {
	s, err := schemeOf(v)
	if err != nil {
		return err
	}
	codec, err := s.Layout.Compile()
	if err != nil {
		return err
	}
	previous, err := s.Text.Parse([]byte(v.option("previous")), codec.Size())
	if err != nil {
		return err
	}
	random := codec.Source(previous, gen.Random)
	g, err := gen.New(s, gen.Options{
		Clock:  gen.FixedClock(s.Timeline().Time(codec.Source(previous, gen.Time).Lo)),
		Random: &words{random.Lo, random.Mid},
	})
	if err != nil {
		return err
	}
	if id, err := g.Next(t.Context()); err != nil || id != previous {
		return fmt.Errorf("first %s, %v; want %s", schemetest.Render(s, id), err, v.option("previous"))
	}
	id, err := g.Next(t.Context())
	if !v.Valid {
		if !errors.Is(err, gen.ErrUsedUp) {
			return fmt.Errorf("next of the last %s, %v; want %v", schemetest.Render(s, id), err, gen.ErrUsedUp)
		}
		return nil
	}
	return expectText(v, s, id, err)
}

// words is a random source that gives these, then zeros.
type words []uint64

func (w *words) Read(p []byte) (int, error) {
	clear(p)
	for i := 0; len(*w) > 0 && i+8 <= len(p); i += 8 {
		binary.LittleEndian.PutUint64(p[i:], (*w)[0])
		*w = (*w)[1:]
	}
	return len(p), nil
}
