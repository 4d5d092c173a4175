package cmd

import (
	"strconv"
	"strings"
	"time"

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
	fields []jsonField
}

type jsonField struct {
	at   int
	head string
}

func newJSONWriter(s *gen.Scheme) (*jsonWriter, error) {
	codec, err := s.Layout.Compile()
	if err != nil {
		return nil, err
	}
	w := &jsonWriter{scheme: s, codec: codec, line: s.Timeline(), digits: timeLayout(s)}
	w.head = `{"schema":1,"scheme":` + strconv.Quote(s.Name) + `,"id":`
	comma := ""
	for i, f := range s.Layout {
		if unused(f) {
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
	dst = append(w.scheme.Text.Append(dst, id, w.codec.Size()), '"')
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

// unused reports whether a field only fills the layout up.
func unused(f gen.Field) bool {
	return f.Source == gen.Const && strings.HasPrefix(f.Name, "unused")
}

// timeLayout is RFC 3339 with as many digits as the ticks of a scheme need:
// none for seconds, 3 for milliseconds, 6 for microseconds, 7 for 100 ns, else 9.
func timeLayout(s *gen.Scheme) string {
	grain, digits := time.Second, 0
	for digits < 9 && (s.Tick%grain != 0 || s.Epoch.Nanosecond()%int(grain) != 0) {
		grain, digits = grain/10, digits+1
	}
	digits = [...]int{0, 3, 3, 3, 6, 6, 6, 7, 9, 9}[digits]
	if digits == 0 {
		return "2006-01-02T15:04:05Z07:00"
	}
	return "2006-01-02T15:04:05." + strings.Repeat("0", digits) + "Z07:00"
}
