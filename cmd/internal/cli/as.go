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

// Add defines the flags: --as, --length and those of a layout. Some commands read the texts of codecs as well.
func (f *AsFlags) Add(flags *Flags, codecs bool) {
	flags.Var("as", Value(&f.Name, "", codecName))
	flags.Var("length", CountFlag(&f.Length))
	f.Custom.Add(flags)
	flags.Complete("as", func(_ *cobra.Command, _ []string, word string) ([]cobra.Completion,
		cobra.ShellCompDirective) {
		list := flags.app.proposals(word, Any)
		for _, s := range known.Unlisted() {
			list = append(list, cobra.CompletionWithDesc(s.Name, s.Summary))
		}
		if list = append(list, cobra.CompletionWithDesc("uuid", "a UUID of any version")); codecs {
			list = append(list, Described(Codecs())...)
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	})
}

// Schemes returns the schemes that are meant, none where the ids have to tell.
func (f *AsFlags) Schemes(a *App) ([]*gen.Scheme, error) {
	over := f.Custom != LayoutFlags{}
	name := f.Name
	switch {
	case name == "" && f.Custom.Layout != "":
		name = scheme.CustomName
	case name == "" && over:
		return nil, Usage("--epoch and --tick change a scheme; use --as SCHEME or --layout with them")
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
		return nil, Usage("%s has a length of its own; remove --length", f.Name)
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

// NewInspector returns what reads IDs at the time of this call, compared with the schemes that it knows.
func (a *App) NewInspector(o inspect.Options) (*inspect.Inspector, error) {
	var err error
	if o.Schemes, err = a.KnownSchemes(); err != nil {
		return nil, err
	}
	o.Now = a.Now()
	in, err := inspect.New(o)
	if err != nil {
		return nil, Usage("%w", err)
	}
	return in, nil
}

// KnownSchemes returns the schemes that ids are compared with, the user's own included.
func (a *App) KnownSchemes() ([]*gen.Scheme, error) {
	own, err := a.ownSchemes()
	if err != nil || len(own) == 0 {
		return nil, err
	}
	return append(append(known.All(), known.Unlisted()...), own...), nil
}
