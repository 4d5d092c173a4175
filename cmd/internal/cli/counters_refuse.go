package cli

import (
	"cmp"

	"idscope/gen"
	"idscope/gen/counter"
)

// Complete finds what the counter of a scheme lacks, and adds what is usual.
func (f *CounterFlags) Complete(s *gen.Scheme, stores []string) error {
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
		return Usage("%s is counted in a store; use --store URL, or $IDSCOPE_STORE", s.Name).Hinted("%s", example)
	case len(stores) > 1 && s.Name != "ticket":
		return Usage("%s is counted in one store, got %d; use ticket for several", s.Name, len(stores))
	case f.Key == "":
		return Usage("%s has no --key; use the name of the counter", s.Name).Hinted("%s", example)
	case f.Offset > 0 && (f.Step == 0 || f.Offset > f.Step):
		return Usage("--offset %d goes with a --step of as much or more; got %d", f.Offset, f.Step)
	case f.Digits < counter.LeastDigits || f.Digits > counter.MostDigits:
		return Usage("--digits %d is out of range; use %d to %d", f.Digits, counter.LeastDigits, counter.MostDigits)
	case s.Name == "segment" && f.Step > counter.MostStep:
		return Usage("--step %d is too large; use at most %d", f.Step, counter.MostStep)
	}
	if s.Name == "segment" && f.Step == 0 {
		f.Step = counter.DefaultStep
	}
	return nil
}
