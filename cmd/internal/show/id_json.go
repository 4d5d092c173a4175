package show

import (
	"fmt"
	"strconv"

	"idscope/gen"
)

// IDWriter writes ids as JSON objects, one a line. The parts that do not
// change are written once: this is a path for millions of ids.
type IDWriter struct {
	scheme *gen.Scheme
	codec  *gen.Codec
	line   gen.Timeline
	digits string // layout of the time
	head   string
	prefix string
	fields []idField
}

type idField struct {
	at   int
	head string
}

// NewIDWriter returns one for the ids of a scheme.
func NewIDWriter(s *gen.Scheme, prefix string) (*IDWriter, error) {
	codec, err := s.Layout.Compile()
	if err != nil {
		return nil, err
	}
	w := &IDWriter{scheme: s, codec: codec, line: s.Timeline(), digits: s.TimeLayout(), prefix: prefix}
	w.head = `{"schema":1,"scheme":` + strconv.Quote(s.Name) + `,"id":`
	comma := ""
	for i, f := range s.Layout {
		if f.Unused() {
			continue
		}
		lsb := codec.LSB(i)
		head := fmt.Sprintf(`%s{"name":%q,"source":%q,"msb":%d,"lsb":%d,"width":%d,"value":"`,
			comma, f.Name, f.Source, lsb+f.Bits-1, lsb, f.Bits)
		w.fields = append(w.fields, idField{i, head})
		comma = ","
	}
	return w, nil
}

// Append appends the object of an id.
func (w *IDWriter) Append(dst []byte, id gen.ID) []byte {
	dst = append(append(dst, w.head...), '"')
	dst = append(w.scheme.AppendPrefixed(dst, id, w.prefix), '"')
	if w.scheme.Timed() {
		dst = append(dst, `,"time":"`...)
		dst = w.line.Time(w.codec.Source(id, gen.Time).Lo).AppendFormat(dst, w.digits)
		dst = append(dst, '"')
	}
	dst = append(dst, `,"fields":[`...)
	for _, f := range w.fields {
		dst = append(dst, f.head...)
		dst = gen.Text{Form: gen.Decimal}.Append(dst, w.codec.Field(id, f.at), gen.MaxBits)
		dst = append(dst, `"}`...)
	}
	return append(dst, "]}\n"...)
}
