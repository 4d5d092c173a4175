package cmd

import (
	"strconv"

	"idscope/gen"
)

// jsonWriter writes ids as JSON objects, one a line. The parts that do not
// change are written once: this is a path for millions of ids.
type jsonWriter struct {
	scheme *gen.Scheme
	codec  *gen.Codec
	line   gen.Timeline
	digits string // layout of the time
	head   string
	prefix string
	fields []jsonField
}

type jsonField struct {
	at   int
	head string
}

func newJSONWriter(s *gen.Scheme, prefix string) (*jsonWriter, error) {
	codec, err := s.Layout.Compile()
	if err != nil {
		return nil, err
	}
	w := &jsonWriter{scheme: s, codec: codec, line: s.Timeline(), digits: s.TimeLayout(), prefix: prefix}
	w.head = `{"schema":1,"scheme":` + strconv.Quote(s.Name) + `,"id":`
	comma := ""
	for i, f := range s.Layout {
		if f.Unused() {
			continue
		}
		lsb := codec.LSB(i)
		w.fields = append(w.fields, jsonField{i, comma + `{"name":` + strconv.Quote(f.Name) + `,"source":` + strconv.Quote(f.Source.String()) +
			`,"msb":` + strconv.Itoa(lsb+f.Bits-1) + `,"lsb":` + strconv.Itoa(lsb) + `,"width":` + strconv.Itoa(f.Bits) + `,"value":"`})
		comma = ","
	}
	return w, nil
}

func (w *jsonWriter) append(dst []byte, id gen.ID) []byte {
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
