package cli

import (
	"cmp"

	"idscope/cmd/internal/ui"
)

// InForce is what the environment and the files of this user amount to.
func (a *App) InForce() []ui.Entry {
	state := "none: no HOME, and " + sharedState + " cannot be written"
	if f, err := (&StateFlags{}).Folder(a, ""); err == nil {
		state = f.State
	}
	schemes := cmp.Or(a.configFile(), "none: there is no HOME")
	if own, err := a.ownSchemes(); err != nil {
		schemes += " (unreadable)"
	} else if len(own) == 0 {
		schemes += " (none)"
	}
	full := "not found"
	if path, ok := a.FindFull(); ok {
		full = path
	}
	colour := "no"
	if a.coloured() {
		colour = "yes"
	}
	return append([]ui.Entry{
		{Head: "  worker", Text: cmp.Or(a.Getenv("IDSCOPE_WORKER"), "auto")},
		{Head: "  state", Text: state},
		{Head: "  claims", Text: a.claims()},
		{Head: "  own schemes", Text: schemes},
		{Head: "  colour", Text: colour},
		{Head: "  idscope-full", Text: full},
	}, a.ConfigInForce()...)
}
