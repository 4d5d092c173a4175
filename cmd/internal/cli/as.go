package cli

import (
	"github.com/spf13/cobra"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/inspect"
	"idscope/inspect/known"
)

// AsFlags choose the scheme that ids are of.
type AsFlags struct {
	Name   string
	Length uint64 // of a scheme whose texts have any
	Custom LayoutFlags
}

// Add defines the flags: --as with that help, --length and those of a layout.
func (f *AsFlags) Add(a *App, c *cobra.Command, help string) { f.add(c, help, a.readable) }

// AddCodecs is Add for commands that read the texts of codecs as well.
func (f *AsFlags) AddCodecs(a *App, c *cobra.Command, help string) {
	f.add(c, help, func(word string) []cobra.Completion { return append(a.readable(word), Described(Codecs())...) })
}

func (f *AsFlags) add(c *cobra.Command, help string, proposals func(word string) []cobra.Completion) {
	c.Flags().Var(Flag(&f.Name, "SCHEME", "", codecName), "as", help)
	c.Flags().Var(CountFlag(&f.Length), "length", "with --as: ids have this many characters (nanoid, cuid2, breezeid)")
	f.Custom.Add(c)
	propose := func(_ *cobra.Command, _ []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return proposals(word), cobra.ShellCompDirectiveNoFileComp
	}
	_ = c.RegisterFlagCompletionFunc("as", propose)
}

// readable proposes every scheme that can be read.
func (a *App) readable(word string) []cobra.Completion {
	list := a.proposals(word, func(*gen.Scheme) bool { return true })
	for _, s := range inspect.Declared() {
		list = append(list, cobra.CompletionWithDesc(s.Name, s.Summary))
	}
	return append(list, cobra.CompletionWithDesc("uuid", "a UUID of any version"))
}

// Schemes returns the schemes that are meant, none where the ids have to tell.
func (f *AsFlags) Schemes(a *App) ([]*gen.Scheme, error) {
	over := f.Custom != LayoutFlags{}
	name := f.Name
	switch {
	case name == "" && f.Custom.Layout != "":
		name = scheme.CustomName
	case name == "" && over:
		return nil, Usage("--epoch and --tick change a scheme; want --as SCHEME or --layout with them")
	case name == "" && f.Length > 0:
		return nil, Usage("--length is of a scheme; want --as SCHEME with it")
	case name == "":
		return nil, nil
	}
	if list, ok := inspect.Named(name); ok && !over {
		return f.sized(list)
	}
	s, err := a.Scheme(name, f.Custom)
	if err != nil {
		return nil, err
	}
	return f.sized([]*gen.Scheme{s})
}

// sized applies --length.
func (f *AsFlags) sized(list []*gen.Scheme) ([]*gen.Scheme, error) {
	if f.Length == 0 {
		return list, nil
	}
	if list[0].Pattern == nil {
		return nil, Usage("%s has a length of its own; want no --length", f.Name)
	}
	for i, s := range list {
		sized, err := s.Restrict(int(min(f.Length, 1<<20)), "")
		if err != nil {
			return nil, Usage("%w", err)
		}
		list[i] = sized
	}
	return list, nil
}

// KnownSchemes returns the schemes that ids are compared with, the user's own included.
func (a *App) KnownSchemes() ([]*gen.Scheme, error) {
	own, err := a.ownSchemes()
	if err != nil || len(own) == 0 {
		return nil, err
	}
	return append(append(known.All(), inspect.Declared()...), own...), nil
}
