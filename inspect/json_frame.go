package inspect

import (
	"bytes"
	"strconv"

	"idscope/gen"
)

// frame is what the objects of all readings of a candidate have in common, and of
// all times of it that are ruled out: it is written once.
type frame struct {
	brief    [Certain + 1][]byte // the scheme of a short object, and the confidence
	head     []byte              // up to the confidence
	prior    []byte              // from the evidence to the canonical text
	size     []byte              // see Reading.appendSize
	epoch    []byte              // what its time is counted in
	fields   []frameField        // those whose values vary
	constant []byte              // what stands behind the last of them, to the end of the fields
	tail     []byte              // see Reading.appendTail, to where it tells of the worker
	tailEnd  []byte              // and from there on; nil where it does not
	ruledOut []byte              // up to the reason
	day      []byte              // from there to the day of the time
	faults   [faults][]byte
}

// frameField is a field, and all that stands between the value of the one before and
// its own.
type frameField struct {
	before []byte
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
	o := Reading{
		Scheme: c.scheme, SameAs: c.same, Spelling: c.reader.name, Own: c.level == own, Timed: c.timed, Plausible: true, c: c,
	}
	f := &frame{head: appendString([]byte(`{"scheme":`), c.scheme.Name)}
	f.ruledOut = append(bytes.Clone(f.head), `,"reason":`...)
	for i := range f.brief {
		f.brief[i] = appendString([]byte(`,"scheme":`), c.scheme.Name)
		f.brief[i] = append(f.brief[i], `,"confidence":"`+Confidence(i).String()+`"`...)
	}
	if len(c.same) > 0 {
		f.head = appendStrings(append(f.head, `,"same_as":`...), c.same)
	}
	f.head = append(f.head, `,"confidence":"`...)
	f.prior = append(appendBits([]byte(`,"prior":`), o.Prior()), `,"canonical":`...)
	if c.timed {
		f.epoch = strconv.AppendInt([]byte(`,"resolution_ns":`), int64(c.scheme.Tick), 10)
		f.epoch = append(f.epoch, `,"epoch":"`...)
		f.epoch = append(c.scheme.Epoch.AppendFormat(f.epoch, "2006-01-02T15:04:05.999999999Z07:00"), '"')
		f.day = append(bytes.Clone(f.ruledOut), `"time `...)
		for i := range f.faults {
			f.faults[i] = []byte(fault(i).text(c.member) + `","time":"`)
		}
	}
	if c.codec == nil {
		return f
	}
	f.size = o.appendSize(nil)
	const gap = "\x00" // for what is told of the worker
	f.tail = o.appendTail(nil, gap)
	if before, after, ok := bytes.Cut(f.tail, appendString(nil, gap)); ok {
		f.tail, f.tailEnd = before, after
	}
	f.newFields(&o)
	return f
}

func (f *frame) newFields(o *Reading) {
	var b []byte
	for i, v := range o.Fields() {
		if o.Scheme.Layout[i].Unused() {
			continue
		}
		if len(f.fields)+len(b) > 0 {
			b = append(b, ',')
		}
		b = append(append(b, `{"name":"`...), v.Name...)
		b = append(append(b, `","letter":"`...), v.Letter)
		b = append(append(b, `","source":"`...), v.Source.String()...)
		b = strconv.AppendInt(append(b, `","msb":`...), int64(v.MSB), 10)
		b = strconv.AppendInt(append(b, `,"lsb":`...), int64(v.LSB), 10)
		b = strconv.AppendInt(append(b, `,"width":`...), int64(v.Width), 10)
		b = append(b, `,"value":"`...)
		if v.Source == gen.Const {
			b = strconv.AppendUint(b, o.Scheme.Layout[i].Value, 10)
		} else {
			f.fields = append(f.fields, frameField{b, uint(v.LSB), gen.Mask(v.Width)})
			b = nil
		}
		b = append(b, `"}`...)
	}
	f.constant = b
}

func appendDecimal(dst []byte, v gen.ID) []byte {
	if v.Hi|v.Mid == 0 {
		return strconv.AppendUint(dst, v.Lo, 10)
	}
	return gen.Text{Form: gen.Decimal}.Append(dst, v, gen.MaxBits)
}
