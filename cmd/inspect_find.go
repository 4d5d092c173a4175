package cmd

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/inspect"
	"idscope/inspect/find"
	"idscope/inspect/lines"
)

// searches reports whether text is searched: every flag of the search asks for it.
func (o *inspectOptions) searches() bool { return o.find || o.annotate || o.windowed() }

// complete proposes files where text is searched: ids cannot be.
func (o *inspectOptions) complete(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if o.searches() {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

func (o *inspectOptions) windowed() bool { return o.since != "" || o.until != "" }

// search finds ids in files or in stdin.
func (o *inspectOptions) search(ctx context.Context, args []string, in *inspect.Inspector, as []*gen.Scheme) error {
	search, err := o.searchOptions(in, as)
	if err != nil {
		return err
	}
	files, err := o.Files(args, cli.Usage("inspect --find has no text; use a file as an argument, or text on stdin").
		Hinted("idscope inspect --find FILE, or COMMAND | idscope inspect --find"))
	if err != nil {
		return err
	}
	report, err := find.Run(ctx, files, search, o.foundFormat(files, len(as) > 0), func(text []byte) error {
		return lines.Write(o.Out, text)
	})
	switch {
	case err != nil && o.WriteError() == nil:
		return cli.Refused("%s", cli.Unreadable(err))
	case err != nil:
		return err
	case report.TooLong > 0: // the others were answered
		more := ""
		if n := report.TooLong - 1; n > 0 {
			more = fmt.Sprintf(", as %d more", n)
		}
		return cli.Negative("line %d of %s was left out%s: it %s", report.Long, files[report.LongInput].Name, more,
			lines.TooLong)
	}
	numbers := ""
	if n := report.Numbers; n > 0 {
		numbers = fmt.Sprintf("%s of 17 to 19 digits may be %s: --as snowflake, or --as of another scheme, takes "+
			"those with a plausible time", quantity.Counted(n, "number"), screen.Plural(n, "an id", "ids"))
	}
	switch {
	case report.Inside > 0 || o.annotate && !o.windowed():
		if numbers != "" {
			o.Note(numbers)
		}
		return nil
	case report.Finds > 0:
		return cli.Negative("of %s none is of that time", quantity.Counted(report.Finds, "id")).
			Hinted("%s", numbers)
	case len(as) > 1:
		return cli.Negative("no id of %s was found", o.as.Name)
	case len(as) > 0:
		return cli.Negative("no id of %s was found", as[0].Name)
	case o.all:
		return cli.Negative("no id was found")
	}
	return cli.Negative("no id was found that is likely or certain").
		Hinted("%s", cmp.Or(numbers, "--all takes possible ones too; --as SCHEME takes what can be of it"))
}

// searchOptions are those of package find.
func (o *inspectOptions) searchOptions(in *inspect.Inspector, as []*gen.Scheme) (search find.Options, err error) {
	search.Inspector, search.As = in, as
	for _, bound := range []struct {
		name, text string
		to         *time.Time
	}{{"since", o.since, &search.From}, {"until", o.until, &search.To}} {
		if bound.text == "" {
			continue
		}
		if *bound.to, err = o.Time(bound.name, bound.text, o.zone.Zone); err != nil {
			return search, err
		}
	}
	if !search.To.IsZero() && !search.From.Before(search.To) {
		return search, cli.Usage("the window from %s to %s is empty; use a start before its end", o.since,
			o.until)
	}
	if len(as) > 0 && !slices.ContainsFunc(as, find.Finds) {
		return search, cli.Usage("--find cannot find %s, whose ids have blanks; give its ids to inspect, one per line",
			as[0].Name)
	}
	search.All, search.Whole = o.all, o.windowed() && o.json.Value == "" // lines pass as they are, or not at all
	// a shorter number is one; secrets may be that short
	const least, most = 6, 10
	for _, s := range as {
		shortest, _ := s.Len()
		if shortest = min(max(shortest, least), most); search.Shortest == 0 || shortest < search.Shortest {
			search.Shortest = shortest
		}
	}
	return search, nil
}

// foundFormat returns what makes, for each goroutine, the format of what is found.
func (o *inspectOptions) foundFormat(inputs []lines.Input, strict bool) func() find.Format {
	pen := o.screen()
	return func() find.Format {
		f := &screen.Found{Pen: pen, Inputs: inputs, Strict: strict, Annotate: o.annotate, Terminal: o.OutTerminal,
			Stdin: cli.Stdin, Full: o.json.Value == "full", Last: inspect.LastSecond{Zone: o.zone.Zone}}
		switch {
		case o.json.Value != "":
			f.Last.Zone = nil // JSON is of UTC
			return f.Objects
		case o.windowed():
			return f.Kept
		case f.Annotate:
			return f.Through
		}
		return f.Lines
	}
}
