package cli

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/gen"
	"idscope/gen/scheme"
)

// Flag is a row of the table of flags: all there is to say of a flag of a command, but where its
// value goes.
type Flag struct {
	Name, Short string
	Group       Group
	Value       string // what help calls the value; empty for a switch
	Line        string // of help
	Else        string // the default that help names, where the value of the flag does not tell it
	Env         string // the variable that counts where the flag is not given
	Config      bool   // whether config.toml may set it
	Sent        bool   // whether it goes with --via
	Hidden      bool

	For      *property // of the schemes that it is for; nil is any
	Idle     bool      // whether other layouts of bits accept it, where it does nothing
	Excludes string    // flags that it cannot be used with, blanks between them; SCHEME is an argument
	Needs    string    // flags of which one has to be given too; SCHEME is an argument
	Formats  string    // values of --format that it goes with, blanks between them, none for none; empty is any
	Codec    bool      // whether its value may name a codec
	Codecs   string    // the codecs that it is for, blanks between them: one has to be named
}

// Group is the heading below which help has a flag. --help shows those of Common, and all where
// they are few.
type Group uint8

// The groups in the order of help.
const (
	Common Group = iota
	Requirement
	More
	Output
	Obfuscation
	CustomLayout
	Lease
	ClockPolicy
	Counters
	General
	Groups // how many there are
)

// String is the heading.
func (g Group) String() string {
	return [Groups]string{"Common flags", "Requirements", "Further flags", "Output", "Sqids and hashids",
		"Custom layout", "Node and lease", "Clock policy", "Counters", "Global"}[g]
}

// Scheme is what Excludes and Needs call an argument that names a scheme.
const schemeArgument = "SCHEME"

// Default is what help says of the value without the flag, nothing without a row; shown is that of the flag.
func (f *Flag) Default(shown string) string {
	switch {
	case f == nil:
		return ""
	case slices.Contains([]string{"", "0", "false"}, shown):
		shown = f.Else
	}
	switch {
	case f.Env == "":
		return shown
	case shown == "":
		return "$" + f.Env
	}
	return "$" + f.Env + ", else " + shown
}

// Flags binds the flags of a command to variables, each as its row of the table says.
type Flags struct {
	*pflag.FlagSet
	app       *App
	command   *cobra.Command
	sections  [3][]Flag // of the command, of the one above it, of several commands
	completed map[string]cobra.CompletionFunc
}

// Flags returns the flags of a command; path is its name with those above it, as in "worker list".
func (a *App) Flags(c *cobra.Command, path string) *Flags {
	f := &Flags{FlagSet: c.Flags(), app: a, command: c, completed: map[string]cobra.CompletionFunc{}}
	f.SortFlags = false
	above := path[:max(0, strings.LastIndexByte(path, ' '))]
	for i := range flagTable {
		switch of := flagTable[i].of; {
		case of == "":
			f.sections[2] = flagTable[i].flags
		case of == path:
			f.sections[0] = flagTable[i].flags
		case of == above:
			f.sections[1] = flagTable[i].flags
		}
	}
	a.flags[c] = f
	return f
}

// Takes says which arguments the command takes, any with a nil check, and proposes them.
func (f *Flags) Takes(check cobra.PositionalArgs, propose cobra.CompletionFunc) {
	f.command.Args, f.command.ValidArgsFunction = check, propose
}

// Root is the program of the command.
func (f *Flags) Root() *cobra.Command { return f.command.Root() }

// Row is the row of a flag, nil for one that the table does not have.
func (f *Flags) Row(name string) *Flag {
	for _, rows := range f.sections {
		for i := range rows {
			if rows[i].Name == name {
				return &rows[i]
			}
		}
	}
	return nil
}

// Row is the row of a flag of a command, or of those above it; nil for one that is not of the table.
func (a *App) Row(c *cobra.Command, name string) *Flag {
	for of := c; of != nil; of = of.Parent() {
		if f := a.flags[of]; f != nil && f.Lookup(name) != nil {
			return f.Row(name)
		}
	}
	return nil
}

// Var defines a flag whose text a value reads.
func (f *Flags) Var(name string, value pflag.Value) *pflag.Flag {
	row := f.Row(name)
	if n, ok := value.(interface{ name(string) }); ok {
		n.name(row.Value)
	}
	flag := f.VarPF(value, name, row.Short, row.Line)
	flag.Hidden = row.Hidden
	return flag
}

// Switch defines a flag without a value.
func (f *Flags) Switch(name string, to *bool) {
	row := f.Row(name)
	f.BoolVarP(to, name, row.Short, *to, row.Line)
}

// Output defines flags that say how the answer goes out, which the call itself does.
func (f *Flags) Output(names ...string) {
	for _, name := range names {
		f.Switch(name, map[string]*bool{"json": &f.app.JSON, "copy": &f.app.copying, "no-newline": &f.app.noNewline,
			"no-pager": &f.app.noPager}[name])
	}
}

// Text defines a flag whose value is taken as it is.
func (f *Flags) Text(name string, to *string) { f.Var(name, Value(to, *to, asGiven)) }

// Texts defines a flag that can be given several times.
func (f *Flags) Texts(name string, to *[]string) { f.Var(name, Values(to, asGiven)) }

// Complete has a flag's values proposed by a function.
func (f *Flags) Complete(name string, propose cobra.CompletionFunc) {
	f.completed[name] = propose
}

// Propose has a flag's values proposed from a list, or files where that is empty.
func (f *Flags) Propose(name string, directive cobra.ShellCompDirective, list ...cobra.Completion) {
	f.Complete(name, cobra.FixedCompletions(list, directive))
}

// Renamed lets flags be given by the names that they had before, which no help shows.
func (f *Flags) Renamed(now map[string]string) {
	f.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if to, ok := now[name]; ok {
			name = to
		}
		return pflag.NormalizedName(name)
	})
}

// Check refuses flags of a command that exclude each other, or lack another one or a codec.
func (a *App) Check(c *cobra.Command, args []string) error {
	if f := a.flags[c]; f != nil && c.Annotations[ByScheme] == "" {
		return f.check(args)
	}
	return nil
}

// ByScheme marks the commands that call [Flags.Refuse] when the scheme is known: that a flag means
// nothing for it is worth saying before what else the flag lacks.
const ByScheme = "by scheme"

func (f *Flags) check(args []string) error {
	given := f.given()
	for _, row := range given {
		err := f.checkOne(row, given, args)
		if err == nil && row.Codecs != "" {
			err = f.checkCodec(row, strings.Fields(row.Codecs))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// given returns what the table says of the flags that are given, by name, but for switches that are off, which are as
// if they were not given.
func (f *Flags) given() (rows []*Flag) {
	f.Visit(func(given *pflag.Flag) {
		if row := f.Row(given.Name); row != nil && !(given.Value.Type() == "bool" && given.Value.String() == "false") {
			rows = append(rows, row)
		}
	})
	return rows
}

// checkOne refuses a flag that is given with one that it excludes, or without one that it needs.
func (f *Flags) checkOne(row *Flag, given []*Flag, args []string) error {
	for other := range strings.FieldsSeq(row.Excludes) {
		switch {
		case other == schemeArgument && len(args) > 0:
			return Usage("--%s cannot be used with a scheme; remove one of the two", row.Name)
		case slices.ContainsFunc(given, func(o *Flag) bool { return o.Name == other }):
			return Usage("--%s and --%s cannot be used together; remove one of the two", row.Name, other)
		}
	}
	for _, o := range given {
		if !row.With(o) {
			return Usage("--%s and --%s cannot be used together; remove one of the two", row.Name, o.Name)
		}
	}
	if format := f.Lookup("format"); format != nil && format.Changed && !row.goesWith(format.Value.String()) {
		return Usage("--%s and --format %s cannot be used together; remove one of the two", row.Name, format.Value)
	}
	if row.Needs == "" {
		return nil
	}
	var lacking []string
	for other := range strings.FieldsSeq(row.Needs) {
		if other == schemeArgument {
			if len(args) > 0 {
				return nil
			}
			lacking = append(lacking, schemeArgument)
			continue
		}
		if given, err := f.Has(other); given || err != nil {
			return err
		}
		need := f.Row(other)
		lacking = append(lacking, strings.TrimSuffix("--"+other+" "+need.Value, " "))
		if need.Env != "" {
			lacking = append(lacking, "$"+need.Env)
		}
	}
	return Usage("--%s requires %s", row.Name, strings.Join(lacking, " or "))
}

// With reports whether the answers to two flags can be written in one format.
func (f *Flag) With(o *Flag) bool {
	return f.Formats == "" || o.Formats == "" || slices.ContainsFunc(strings.Fields(o.Formats), f.goesWith)
}

// goesWith reports whether the answer to the flag can be written in a format.
func (f *Flag) goesWith(format string) bool {
	return f.Formats == "" || slices.Contains(strings.Fields(f.Formats), format)
}

// checkCodec refuses a flag that none of the codecs has that are named, or that two of them have.
func (f *Flags) checkCodec(row *Flag, owners []string) error {
	var naming, used []string
	for _, rows := range f.sections {
		for _, other := range rows {
			if given := f.Lookup(other.Name); other.Codec && given != nil {
				naming = append(naming, "--"+other.Name)
				if name, _ := codecName(given.Value.String()); IsCodec(name) {
					used = append(used, name)
				}
			}
		}
	}
	switch {
	case len(used) == 0:
		return Usage("--%s is for %s; use it with %s %s", row.Name, strings.Join(owners, " and "),
			strings.Join(naming, " or "), strings.Join(owners, " or "))
	case len(used) == 1 && !slices.Contains(owners, used[0]):
		return Usage("%s has no %s; use --%s with %s", used[0], row.Name, row.Name, owners[0])
	case len(used) > 1 && len(owners) > 1:
		return Usage("--%s may be meant for %s or for %s; use two steps, with --to int between", row.Name, used[0],
			used[1])
	}
	return nil
}

// Has reports whether a flag is given, or a variable or config.toml gives its value.
func (f *Flags) Has(name string) (bool, error) {
	row := f.Row(name)
	if f.Changed(name) {
		return true, nil
	}
	if !row.Config {
		return row.Env != "" && f.app.Getenv(row.Env) != "", nil
	}
	text, err := f.app.setting(name, row.Env)
	return text != "", err
}

// Refuse refuses the flags that a scheme has no use for, and what [App.Check] refuses. Idle are the
// flags whose value says what happens anyway.
func (f *Flags) Refuse(s *gen.Scheme, args []string, idle func(flag string) bool) error {
	for _, row := range f.given() {
		if !row.Accepts(s) && !idle(row.Name) {
			return Usage("%s %s; remove --%s", s.Name, row.For.lack, row.Name)
		}
	}
	return f.check(args)
}

// takes reports whether the flag means something for a scheme.
func (f *Flag) takes(s *gen.Scheme) bool { return f.For == nil || f.For.has(s) }

// Accepts reports whether the flag is taken with a scheme, even where it does nothing.
func (f *Flag) Accepts(s *gen.Scheme) bool { return f.takes(s) || f.Idle && isLayout(s) }

// HideForeign hides the flags that mean nothing for the scheme of a command line, where the command is [ByScheme],
// so that completion does not propose them.
func (a *App) HideForeign(root *cobra.Command, args []string) {
	c, rest, err := root.Find(args)
	if err != nil || c.Annotations[ByScheme] == "" {
		return
	}
	for _, word := range rest {
		if s, err := a.Scheme(word, LayoutFlags{}); err == nil {
			c.Flags().VisitAll(func(flag *pflag.Flag) {
				if row := a.Row(c, flag.Name); row != nil && !row.takes(s) {
					flag.Hidden = true
				}
			})
			return
		}
	}
}

// NotSent is a flag that is given and means nothing to a server; empty for none.
func (f *Flags) NotSent() (name string) {
	f.Visit(func(given *pflag.Flag) {
		if row := f.app.Row(f.command, given.Name); name == "" && row != nil && !row.Sent {
			name = given.Name
		}
	})
	return name
}

// property is one of schemes that flags depend on.
type property struct {
	lack string // what those that do not have it are told
	has  func(*gen.Scheme) bool
}

// The properties. Rows of the table point to them.
var (
	textOfBits = property{"is not a layout of bits", func(s *gen.Scheme) bool { return isLayout(s) || s.Named() }}
	named      = property{"is not generated from a name", (*gen.Scheme).Named}
	withWorker = property{"has no worker ID", func(s *gen.Scheme) bool { return isLayout(s) && s.WorkerBits() > 0 }}
	withFields = property{"has no field to set", func(s *gen.Scheme) bool {
		return isLayout(s) && s.Layout.Width(gen.Const) < s.Layout.Size()
	}}
	withState = property{"saves no state", func(s *gen.Scheme) bool {
		return isLayout(s) && s.Recorded() || isCounter(s)
	}}
	leased      = property{"leases nothing from a store", leases}
	stored      = property{"leases nothing from a store", func(s *gen.Scheme) bool { return leases(s) || isCounter(s) }}
	leasedField = property{"has no data field to lease", func(s *gen.Scheme) bool {
		return leases(s) && s.WorkerBits() == 0
	}}
	counted      = property{"is not a counter", isCounter}
	withSegments = property{"has no segments", func(s *gen.Scheme) bool { return s.Name == "segment" }}
	withStep     = property{"has no step", func(s *gen.Scheme) bool { return s.Name == "segment" || inTable(s) }}
	withOffset   = property{"has no offset", inTable}
	dated        = property{"counts no days", func(s *gen.Scheme) bool { return s.Name == "date-seq" }}
	timed        = property{"has no timestamp", hasTime}
	clocked      = property{"does not depend on the clock", func(s *gen.Scheme) bool {
		return hasTime(s) && s.Backward != 0
	}}
	withTick = property{"has a fixed tick", func(s *gen.Scheme) bool {
		return hasTime(s) && s.Tick < time.Hour && overrides(s, scheme.CustomOptions{Tick: 2 * s.Tick})
	}}
	withLayout = property{"has a fixed layout", func(s *gen.Scheme) bool {
		return isLayout(s) && overrides(s, scheme.CustomOptions{Layout: "time:41 seq:22"})
	}}
	withOverflow = property{"has no sequence that can be exhausted", func(s *gen.Scheme) bool {
		return isLayout(s) && s.Overflow != 0
	}}
	withStart = property{"has no start of a sequence to choose", func(s *gen.Scheme) bool {
		return isLayout(s) && s.Layout.Width(gen.Seq) > 0 && (s.Start.Rule != gen.StartDraw || s.Recorded())
	}}
	random = property{"draws nothing at random", func(s *gen.Scheme) bool {
		return !s.Named() && s.Varies() && !isCounter(s)
	}}
	withPrefix = property{"has no prefix", func(s *gen.Scheme) bool {
		return s.Affix != nil || s.PrefixField != "" || isCounter(s)
	}}
	withLength = property{"has a fixed length", func(s *gen.Scheme) bool {
		shortest, longest := s.Pattern.Len()
		return s.Pattern != nil && shortest < longest
	}}
	number       = property{"is not a number of at most 64 bits", isNumber}
	withAlphabet = property{"has a fixed alphabet", func(s *gen.Scheme) bool {
		_, err := s.Restrict(0, "ab")
		return s.Pattern != nil && err == nil || isNumber(s)
	}}
)

func isLayout(s *gen.Scheme) bool { return s.Pattern == nil && !s.Named() && !isCounter(s) }

func isCounter(s *gen.Scheme) bool { return s.Counter != "" }

// inTable reports whether the numbers are those of a table in a database.
func inTable(s *gen.Scheme) bool { return s.Name == "autoinc" || s.Name == "ticket" }

func hasTime(s *gen.Scheme) bool { return isLayout(s) && s.Timed() }

func isNumber(s *gen.Scheme) bool { return (isLayout(s) || isCounter(s)) && s.Layout.Size() <= 64 }

func leases(s *gen.Scheme) bool {
	return isLayout(s) && Leasable(s) && (s.WorkerBits() > 0 || s.Layout.Width(gen.Data) > 0)
}

// overrides reports whether a scheme takes another tick or layout.
func overrides(s *gen.Scheme, c scheme.CustomOptions) bool {
	_, err := scheme.Override(s, c)
	return err == nil
}
