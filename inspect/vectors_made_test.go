package inspect

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"testing"
	"time"

	"idscope/gen"
	"idscope/inspect/known"
)

// make makes the id of a vector from its values, or with a generator that has the vector's clock and random numbers.
func (v vector) make(t *testing.T, s *gen.Scheme) error {
	if version := v.option("version"); version != "" {
		s, _ = known.Get("uuidv" + version)
	}
	o := gen.Options{Clock: gen.FixedClock(time.UnixMilli(v.number("unix_ms")))}
	switch {
	case v.option("op") == "encode":
		id, err := v.encode(s)
		return v.expect(s, id, err)
	case v.option("op") == "increment":
		return v.increment(t, s)
	case v.option("namespace") != "":
		return v.digest(s)
	case v.Scheme == "snowflake": // with a layout of its own
		for name, field := range map[string]string{"process_id": "process_id", "worker_id": "worker_id",
			"increment": "seq"} {
			o.Set = append(o.Set, gen.Assignment{Field: field, Value: gen.ID{Lo: uint64(v.number(name))}})
		}
	case v.option("version") == "7":
		random, _ := strconv.ParseUint(v.option("rand_b_hex"), 16, 62)
		o.Clock = gen.FixedClock(s.Timeline().Time(uint64(v.number("unix_ms")<<12 | v.number("rand_a"))))
		o.Random = &words{random}
	case v.option("version") != "": // 1 and 6
		ns, _ := new(big.Int).SetString(v.option("unix_ns"), 10)
		node, _ := strconv.ParseUint(v.option("node"), 16, 48)
		sec, rest := new(big.Int).DivMod(ns, big.NewInt(1e9), new(big.Int))
		o.Clock, o.Worker = gen.FixedClock(time.Unix(sec.Int64(), rest.Int64())), &node
		o.Random = &words{uint64(v.number("clock_seq"))}
	}
	g, err := gen.New(s, o)
	if v.Disputed && errors.Is(err, gen.ErrRange) {
		return nil // our decision: refused with the range
	}
	if err != nil {
		return err
	}
	id, err := g.Next(t.Context())
	if start := v.Expect["id_prefix"]; start != nil { // of which only that is known
		v.ID = fmt.Sprint(start) + string(s.Append(nil, id))[len(fmt.Sprint(start)):]
	}
	return v.expect(s, id, err)
}

// expect wants an id to be the vector's.
func (v vector) expect(s *gen.Scheme, id gen.ID, err error) error {
	if err != nil {
		return err
	}
	got := spelled(v.ID, s, id, v.option("prefix"))
	if want, ok := v.Expect["hex"].(string); ok {
		v.ID += " " + want
		got += " " + string(gen.Text{Form: gen.Hex}.Append(nil, id, s.Layout.Size()))
	}
	if got != v.ID {
		return fmt.Errorf("made %s; want %s", got, v.ID)
	}
	return nil
}

// encode packs the values that are given.
func (v vector) encode(s *gen.Scheme) (id gen.ID, err error) {
	for name, form := range map[string]gen.Form{"uuid": gen.UUID, "hex": gen.Hex} { // the same bits, another spelling
		if text := v.option(name); text != "" {
			return gen.Text{Form: form}.Parse([]byte(text), s.Layout.Size())
		}
	}
	codec, err := s.Layout.Compile()
	if err != nil {
		return id, err
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
		text, base := fmt.Sprint(value), 10
		if _, written := value.(string); written {
			base = 16
		}
		n, ok := new(big.Int).SetString(text, base)
		if !ok {
			return id, fmt.Errorf("%s is %v; want a number", name, value)
		}
		own := ownName(s, name)
		switch name {
		case "unix_ms", "unix_s": // from 1970, not from the scheme's epoch
			at := time.UnixMilli(n.Int64())
			if name == "unix_s" {
				at = time.Unix(n.Int64(), 0)
			}
			tick, ok := s.Timeline().Tick(at)
			if !ok {
				return id, fmt.Errorf("time %v is before the epoch", value)
			}
			name = "timestamp"
			n.SetUint64(tick)
		}
		i := slices.IndexFunc(s.Layout, func(f gen.Field) bool {
			return f.Name == own || name == "timestamp" && f.Source == gen.Time
		})
		if i < 0 {
			return id, fmt.Errorf("there is no field %s", name)
		}
		values[i] = gen.FromBytes(n.Bytes())
	}
	return codec.Pack(values)
}

// digest makes an id from the namespace and the name.
func (v vector) digest(s *gen.Scheme) error {
	namespace, err := gen.Text{Form: gen.UUID}.Parse([]byte(v.option("namespace")), 128)
	if err != nil || !v.Valid {
		if err == nil || v.Valid {
			return fmt.Errorf("namespace %q: %v; want it taken: %t", v.option("namespace"), err, v.Valid)
		}
		return nil
	}
	sum := s.Digest(namespace.Bytes16(), v.name())
	return v.expect(s, gen.FromBytes(sum[:]), nil)
}

func (v vector) name() []byte {
	if text := v.option("name_hex"); text != "" {
		raw, _ := hex.DecodeString(text)
		return raw
	}
	return []byte(v.option("name"))
}

// increment makes options.previous, then the next of the same millisecond.
func (v vector) increment(t *testing.T, s *gen.Scheme) error {
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
		return fmt.Errorf("first %s, %v; want %s", s.Append(nil, id), err, v.option("previous"))
	}
	id, err := g.Next(t.Context())
	if v.Valid {
		return v.expect(s, id, err)
	}
	if !errors.Is(err, gen.ErrUsedUp) {
		return fmt.Errorf("next of the last %s, %v; want %v", s.Append(nil, id), err, gen.ErrUsedUp)
	}
	return nil
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
