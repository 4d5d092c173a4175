package inspect

import (
	"strconv"

	"idscope/gen"
)

// frame is what the objects of all readings of a candidate have in common: it is
// written once.
type frame struct {
	head   []byte // up to the confidence
	prior  []byte // from the evidence to the canonical text
	size   []byte // see Reading.appendSize
	epoch  []byte // what its time is counted in
	fields []frameField
	tail   []byte // see Reading.appendTail; nil where that depends on the worker
}

// frameField is a field up to its value, or with it where that is always the same.
type frameField struct {
	before []byte
	varies bool
	lsb    uint
	mask   gen.ID
}

// frame returns the frame of a candidate.
func (c *candidate) frame() *frame {
	if f := c.framed.Load(); f != nil {
		return f
	}
	f := c.newFrame()
	c.framed.Store(f)
	return f
}

func (c *candidate) newFrame() *frame {
	o := Reading{Scheme: c.scheme, SameAs: c.same, Spelling: c.reader.name, Own: c.level == own, Timed: c.timed, Plausible: true, c: c}
	f := &frame{head: appendString([]byte(`{"scheme":`), c.scheme.Name)}
	if len(c.same) > 0 {
		f.head = appendStrings(append(f.head, `,"same_as":`...), c.same)
	}
	f.head = append(f.head, `,"confidence":"`...)
	f.prior = append(appendBits([]byte(`,"prior":`), o.Prior()), `,"canonical":`...)
	if c.timed {
		f.epoch = strconv.AppendInt([]byte(`,"resolution_ns":`), int64(c.scheme.Tick), 10)
		f.epoch = append(f.epoch, `,"epoch":"`...)
		f.epoch = append(c.scheme.Epoch.AppendFormat(f.epoch, "2006-01-02T15:04:05.999999999Z07:00"), '"')
	}
	if c.codec == nil {
		return f
	}
	f.size = o.appendSize(nil)
	if c.scheme.WorkerBits() == 0 {
		f.tail = o.appendTail(nil)
	}
	for i := range c.scheme.Layout {
		if !c.scheme.Layout[i].Unused() {
			f.fields = append(f.fields, c.frameField(i, len(f.fields) == 0))
		}
	}
	return f
}

func (c *candidate) frameField(i int, first bool) frameField {
	o := Reading{Scheme: c.scheme, c: c}
	f, b := o.Field(i), []byte(nil)
	if !first {
		b = append(b, ',')
	}
	b = append(append(b, `{"name":"`...), f.Name...)
	b = append(append(b, `","letter":"`...), f.Letter)
	b = append(append(b, `","source":"`...), f.Source.String()...)
	b = strconv.AppendInt(append(b, `","msb":`...), int64(f.MSB), 10)
	b = strconv.AppendInt(append(b, `,"lsb":`...), int64(f.LSB), 10)
	b = strconv.AppendInt(append(b, `,"width":`...), int64(f.Width), 10)
	b = append(b, `,"value":"`...)
	if f.Source == gen.Const {
		b = strconv.AppendUint(b, c.scheme.Layout[i].Value, 10)
	}
	return frameField{b, f.Source != gen.Const, uint(f.LSB), gen.Mask(f.Width)}
}

// tailOf is the tail of the readings of one worker.
type tailOf struct {
	worker uint64
	tail   []byte
}

// tail returns what appendTail appends. That of the worker before is kept: makers of
// many identifiers are few.
func (r *Reading) tail(f *frame) []byte {
	switch {
	case r.c.codec == nil || !r.Plausible:
		return r.appendTail(nil)
	case f.tail != nil:
		return f.tail
	}
	worker, _ := r.Worker()
	if t := r.c.tails.Load(); t != nil && t.worker == worker {
		return t.tail
	}
	t := &tailOf{worker, r.appendTail(nil)}
	r.c.tails.Store(t)
	return t.tail
}

func appendDecimal(dst []byte, v gen.ID) []byte {
	if v.Hi|v.Mid == 0 {
		return strconv.AppendUint(dst, v.Lo, 10)
	}
	return gen.Text{Form: gen.Decimal}.Append(dst, v, gen.MaxBits)
}
