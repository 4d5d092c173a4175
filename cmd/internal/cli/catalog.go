package cli

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/gen/scheme"
	"idscope/inspect"
	"idscope/inspect/known"
)

// LayoutFlags are the flags that make a scheme of a layout, or override a part
// of a named one; every command that takes a scheme has them.
type LayoutFlags struct {
	Layout string
	Epoch  string
	Tick   time.Duration // 0 is that of the scheme
}

// Add defines the flags.
func (l *LayoutFlags) Add(f *Flags) {
	f.Text("layout", &l.Layout)
	f.Text("epoch", &l.Epoch)
	f.Var("tick", Value(&l.Tick, "", ParseTick))
	f.Propose("layout", cobra.ShellCompDirectiveNoFileComp,
		cobra.CompletionWithDesc("time:41,worker:10,seq:12", "63 bits as snowflake's"),
		cobra.CompletionWithDesc("time:40,cluster:3,user:10,seq:10", "names of your own are set with --set"))
}

// Named writes a scheme as a command line has to, for hints.
func (l *LayoutFlags) Named(name string) string {
	if l.Layout != "" {
		name += fmt.Sprintf(" --layout '%s'", strings.Join(strings.Fields(l.Layout), " "))
	}
	if l.Epoch != "" {
		name += fmt.Sprintf(" --epoch '%s'", l.Epoch)
	}
	if l.Tick > 0 {
		name += " --tick " + quantity.FormatDuration(l.Tick)
	}
	return name
}

// Scheme returns the scheme of that name: built in, the user's own, or custom,
// with the overrides of the flags.
func (a *App) Scheme(name string, over LayoutFlags) (*gen.Scheme, error) {
	change := scheme.CustomOptions{Layout: over.Layout, Tick: over.Tick}
	if over.Epoch != "" {
		t, err := parseEpoch(over.Epoch)
		if err != nil {
			return nil, BadFlag("epoch", err)
		}
		change.Epoch = &t
	}
	s, ok := known.Get(name)
	if !ok {
		if gen.Fold(name) == scheme.CustomName {
			return customScheme(change)
		}
		own, err := a.ownSchemes()
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(own, func(s *gen.Scheme) bool { return s.Called(name) })
		if i < 0 {
			return nil, a.unknownScheme(name, own)
		}
		s = own[i]
	}
	if over == (LayoutFlags{}) {
		return s, nil
	}
	s, err := scheme.Override(s, change)
	if err != nil {
		return nil, Usage("%w", err)
	}
	return s, nil
}

// parseEpoch refuses a time that depends on when it is read: from another epoch other times make the same ids.
func parseEpoch(text string) (time.Time, error) {
	t, err := quantity.ParseTime(text, time.Unix(0, 0), time.UTC)
	later, _ := quantity.ParseTime(text, time.Unix(1e9, 0), time.UTC)
	if digits := strings.Trim(text, "0123456789") == ""; err != nil && !digits || !later.Equal(t) {
		err = fmt.Errorf("%q is not a time that stays the same; use one such as 2026-01-31", text)
	}
	return t, err
}

func customScheme(o scheme.CustomOptions) (*gen.Scheme, error) {
	if o.Layout == "" {
		return nil, Usage("custom has no layout; use --layout").
			Hinted(`idscope gen custom --layout "time:40 cluster:3 user:10 seq:10" --epoch 2020-01-01`)
	}
	s, err := scheme.Custom(o)
	if err != nil {
		return nil, Usage("%w", err)
	}
	return s, nil
}

// unknownScheme names the nearest schemes, aliases and the user's own included.
func (a *App) unknownScheme(name string, own []*gen.Scheme) error {
	if list, ok := inspect.Named(name); ok && list[0].ReadOnly == "" && name != list[0].Name {
		return Usage("%s is another encoding of a UUID; use a scheme", name).
			Hinted("idscope gen uuidv4 | idscope convert --to %s", strings.Replace(name, "uuid-ncname", "ncname58", 1))
	} else if ok {
		return Usage("%s can only be decoded, not generated; idscope schemes lists those that can", name).
			Hinted("to read one: idscope inspect ID --as %s", name)
	}
	if IsCodec(name) {
		return Usage("%s writes numbers, and generates none; use a scheme", name).
			Hinted("idscope gen snowflake --format %s, or idscope convert 1341 --to %s", name, name)
	}
	all := known.Names()
	for _, s := range own {
		all = append(all, s.Name)
	}
	return Usage("unknown scheme %q; idscope schemes lists all", name).Near("", name, all)
}

// EveryScheme returns the built-in schemes and the user's own, by name.
func (a *App) EveryScheme() ([]*gen.Scheme, error) {
	own, err := a.ownSchemes()
	all := append(known.All(), own...)
	slices.SortFunc(all, func(x, y *gen.Scheme) int { return strings.Compare(x.Name, y.Name) })
	return all, err
}

// OneOf returns a completion that proposes one scheme of those that fit, with its summary, and aliases where no name
// begins as the word does.
func (a *App) OneOf(fits func(*gen.Scheme) bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return a.proposals(word, fits), cobra.ShellCompDirectiveNoFileComp
	}
}

// Any fits every scheme.
func Any(*gen.Scheme) bool { return true }

// Generated fits the schemes that can be generated.
func Generated(s *gen.Scheme) bool { return s.ReadOnly == "" }

// proposals are the names of the schemes that fit, with their summaries, those of the
// user and custom included; and the aliases that begin as the word does where the name
// does not.
func (a *App) proposals(word string, fits func(*gen.Scheme) bool) []cobra.Completion {
	every, _ := a.EveryScheme() // completion shows what it can
	var list []cobra.Completion
	for _, s := range append([]*gen.Scheme{{Name: scheme.CustomName, Summary: scheme.CustomSummary}}, every...) {
		if !fits(s) {
			continue
		}
		list = append(list, cobra.CompletionWithDesc(s.Name, s.Summary))
		for _, alias := range s.Aliases {
			if word != "" && strings.HasPrefix(alias, word) && !strings.HasPrefix(s.Name, word) {
				list = append(list, cobra.CompletionWithDesc(alias, "the same as "+s.Name))
			}
		}
	}
	slices.Sort(list)
	return list
}

// Schemes returns those of the names, each once; all, the user's own included,
// where there are none. A change of the layout is of one scheme only.
func (a *App) Schemes(names []string, over LayoutFlags) ([]*gen.Scheme, error) {
	if over != (LayoutFlags{}) && len(names) != 1 {
		return nil, Usage("--layout, --epoch and --tick change one scheme; use one name, got %d", len(names))
	}
	if len(names) == 0 {
		return a.EveryScheme()
	}
	var list []*gen.Scheme
	for _, name := range names {
		s, err := a.Scheme(name, over)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(o *gen.Scheme) bool { return o.Name == s.Name }) {
			return nil, Usage("%s is given twice; give each scheme once", s.Name)
		}
		list = append(list, s)
	}
	return list, nil
}

// CompleteSchemes proposes schemes that can be generated, for any number of names, each once.
func (a *App) CompleteSchemes(_ *cobra.Command, args []string, word string) (
	[]cobra.Completion, cobra.ShellCompDirective,
) {
	return slices.DeleteFunc(a.proposals(word, Generated), func(one cobra.Completion) bool {
		name, _, _ := strings.Cut(one, "\t")
		return slices.Contains(args, name)
	}), cobra.ShellCompDirectiveNoFileComp
}

// AsFlags choose the scheme that ids are of.
type AsFlags struct {
	Name   string
	Length uint64 // of a scheme whose texts have any
	Custom LayoutFlags
}

// Add defines the flags: --as, --length and those of a layout. Some commands read the texts of codecs as well.
func (f *AsFlags) Add(flags *Flags, codecs bool) {
	flags.Var("as", Value(&f.Name, "", codecName))
	flags.Var("length", CountWithin(&f.Length, 1, 1<<63-1))
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
		sized, err := s.Restrict(int(min(f.Length, math.MaxInt)), "")
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
	return append(known.Detected(), own...), nil
}
