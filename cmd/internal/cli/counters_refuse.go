package cli

import (
	"cmp"
	"slices"
	"strings"

	"idscope/gen"
	"idscope/gen/counter"
)

// Refuse finds the flags that mean nothing for a counter, and what it lacks.
func (f *CounterFlags) Refuse(s *gen.Scheme, stores []string, given func(string) bool) error {
	for _, flag := range []string{"at", "seed", "set", "worker", "on-backward", "on-overflow", "start", "max-wait",
		"max-lead", "force", "layout", "epoch", "tick", "name", "namespace", "group", "lease", "lease-field", "no-store"} {
		if given(flag) {
			return Usage("%s is counted in a store; want no --%s", s.Name, flag)
		}
	}
	for flag, names := range map[string]string{"offset": "autoinc ticket", "step": "autoinc ticket segment",
		"digits": "date-seq", "tz": "date-seq", "order": "segment"} {
		if given(flag) && !slices.Contains(strings.Fields(names), s.Name) {
			return Usage("%s has no --%s; want it with %s", s.Name, flag, strings.ReplaceAll(names, " ", ", "))
		}
	}
	example := "idscope gen " + s.Name + " --store file:/var/lib/ids --key orders --create"
	switch s.Name {
	case "autoinc":
		example = "idscope gen autoinc --store mysql://user@db1/ids --key orders --create"
	case "ticket":
		example = "idscope gen ticket --store mysql://user@db1/ids --store mysql://user@db2/ids"
		f.Key = cmp.Or(f.Key, "Tickets64")
	}
	switch {
	case len(stores) == 0:
		return Usage("%s is counted in a store; want --store URL, or $IDSCOPE_STORE", s.Name).Hinted("%s", example)
	case len(stores) > 1 && s.Name != "ticket":
		return Usage("%s is counted in one store, got %d; want ticket for several", s.Name, len(stores))
	case f.Key == "":
		return Usage("%s has no --key; want the name of the counter", s.Name).Hinted("%s", example)
	case f.Offset > 0 && (f.Step == 0 || f.Offset > f.Step):
		return Usage("--offset %d goes with a --step of as much or more; got %d", f.Offset, f.Step)
	case f.Digits < counter.LeastDigits || f.Digits > counter.MostDigits:
		return Usage("--digits %d; want %d to %d", f.Digits, counter.LeastDigits, counter.MostDigits)
	case s.Name == "segment" && f.Step > counter.MostStep:
		return Usage("--step %d is too large; want at most %d", f.Step, counter.MostStep)
	}
	if s.Name == "segment" && f.Step == 0 {
		f.Step = counter.DefaultStep
	}
	return nil
}
