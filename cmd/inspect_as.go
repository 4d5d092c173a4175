package cmd

import (
	"github.com/spf13/cobra"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/inspect"
)

// asFlags choose the scheme that ids are of.
type asFlags struct {
	name   string
	length uint64 // of a scheme whose texts have any
	custom layoutFlags
}

// pattern adds the flag for schemes that are patterns of text.
func (f *asFlags) pattern(c *cobra.Command) {
	c.Flags().Var(countFlag(&f.length), "length", "with --as: ids have this many characters (nanoid, cuid2, breezeid)")
}

func (f *asFlags) add(a *app, c *cobra.Command, help string) {
	c.Flags().StringVar(&f.name, "as", "", help)
	_ = c.RegisterFlagCompletionFunc("as", a.completeReadable)
	f.pattern(c)
	f.custom.add(c)
}

// addCodecs is add for commands that read the texts of codecs as well.
func (f *asFlags) addCodecs(a *app, c *cobra.Command, help string) {
	c.Flags().StringVar(&f.name, "as", "", help)
	_ = c.RegisterFlagCompletionFunc("as", func(c *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		list, directive := a.completeReadable(c, args, word)
		return append(list, described(codecs())...), directive
	})
	f.pattern(c)
	f.custom.add(c)
}

// completeReadable proposes every scheme that can be read.
func (a *app) completeReadable(c *cobra.Command, _ []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	list, directive := a.completeScheme(c, nil, word)
	for _, s := range inspect.Declared() {
		list = append(list, cobra.CompletionWithDesc(s.Name, s.Summary))
	}
	return append(list, cobra.CompletionWithDesc("uuid", "a UUID of any version")), directive
}

// schemes returns the schemes that are meant, none where the ids have to tell.
func (f *asFlags) schemes(a *app) ([]*gen.Scheme, error) {
	over := f.custom != layoutFlags{}
	name := f.name
	switch {
	case name == "" && f.custom.layout != "":
		name = scheme.CustomName
	case name == "" && over:
		return nil, usage("--epoch and --tick change a scheme; want --as SCHEME or --layout with them")
	case name == "" && f.length > 0:
		return nil, usage("--length is of a scheme; want --as SCHEME with it")
	case name == "":
		return nil, nil
	}
	if list, ok := inspect.Named(name); ok && !over {
		return f.sized(list)
	}
	s, err := a.scheme(name, f.custom)
	if err != nil {
		return nil, err
	}
	return f.sized([]*gen.Scheme{s})
}

// sized applies --length.
func (f *asFlags) sized(list []*gen.Scheme) ([]*gen.Scheme, error) {
	if f.length == 0 {
		return list, nil
	}
	if list[0].Pattern == nil {
		return nil, usage("%s has a length of its own; want no --length", f.name)
	}
	for i, s := range list {
		sized, err := s.Restrict(int(min(f.length, 1<<20)), "")
		if err != nil {
			return nil, usage("%w", err)
		}
		list[i] = sized
	}
	return list, nil
}

// known returns the schemes that ids are compared with, the user's own included.
func (a *app) known() ([]*gen.Scheme, error) {
	own, err := a.ownSchemes()
	if err != nil || len(own) == 0 {
		return nil, err
	}
	return append(append(scheme.All(), inspect.Declared()...), own...), nil
}
