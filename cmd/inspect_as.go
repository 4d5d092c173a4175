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
	custom layoutFlags
}

func (f *asFlags) add(a *app, c *cobra.Command, help string) {
	c.Flags().StringVar(&f.name, "as", "", help)
	_ = c.RegisterFlagCompletionFunc("as", a.completeReadable)
	f.custom.add(c)
}

// addCodecs is add for commands that read the texts of codecs as well.
func (f *asFlags) addCodecs(a *app, c *cobra.Command, help string) {
	c.Flags().StringVar(&f.name, "as", "", help)
	_ = c.RegisterFlagCompletionFunc("as", func(c *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		list, directive := a.completeReadable(c, args, word)
		return append(list, described(codecs())...), directive
	})
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
	case name == "":
		return nil, nil
	}
	if list, ok := inspect.Named(name); ok && !over {
		return list, nil
	}
	s, err := a.scheme(name, f.custom)
	if err != nil {
		return nil, err
	}
	return []*gen.Scheme{s}, nil
}

// known returns the schemes that ids are compared with, the user's own included.
func (a *app) known() ([]*gen.Scheme, error) {
	own, err := a.ownSchemes()
	if err != nil || len(own) == 0 {
		return nil, err
	}
	return append(append(scheme.All(), inspect.Declared()...), own...), nil
}
