package known

import (
	"fmt"
	"strconv"
	"strings"

	"idscope/gen"
)

// readPattern reads an id with the options of the vector, and compares.
func readPattern(v vector, s *gen.Scheme) error {
	length, _ := strconv.Atoi(v.option("length"))
	s, err := s.Restrict(length, v.option("alphabet"))
	if err != nil {
		return err
	}
	pieces, ok := s.Read(false).Match(nil, v.ID)
	if !ok {
		return fmt.Errorf("it is not %s", s.Read(false))
	}
	facts := map[string]string{"length": fmt.Sprint(len(v.ID))}
	if s.Verify != nil {
		found, err := s.Verify(v.ID)
		if err != nil {
			return err
		}
		for _, f := range found {
			facts[f.Name] = f.Value
		}
	}
	for _, p := range pieces {
		facts[p.Name] = v.ID[p.Start:p.End]
		if p.Source == gen.Time {
			at := s.Timeline().Time(p.Tick())
			facts["unix_ms"] = fmt.Sprint(at.UnixMilli())
			if want := fmt.Sprint(v.Expect["unix_ns"]); want != fmt.Sprint(at.UnixNano()) {
				return fmt.Errorf("time %s; want %s", at, want)
			}
		}
		if p.Name == "counter" {
			facts[p.Name] = fmt.Sprint(p.Value)
		}
	}
	facts["prefix"] = strings.TrimSuffix(facts["prefix"], "_")
	fields, _ := v.Expect["fields"].(map[string]any)
	for name, want := range fields {
		if facts[name] != fmt.Sprint(want) {
			return fmt.Errorf("%s is %q; want %v", name, facts[name], want)
		}
	}
	return nil
}
