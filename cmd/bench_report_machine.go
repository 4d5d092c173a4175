package cmd

import (
	"fmt"
	"math/big"
	"runtime/debug"
	"slices"
	"strconv"

	"idscope/bench/report"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/ui"
)

// made is the section of the machine and the versions.
func (o *reportOptions) made(m *survey) report.Section {
	h := o.Machine()
	var rows [][]string
	if h.CPU != "" {
		rows = append(rows, []string{"processor", h.CPU})
	}
	rows = append(rows, []string{"CPUs used", strconv.Itoa(h.CPUs)}, []string{"system", h.OS + "/" + h.Arch}, []string{"Go", h.Go})
	if m.index != nil {
		rows = append(rows, []string{"database", m.index.Engine}, []string{"where", m.index.Target})
	}
	return report.Section{ID: "machine", Title: "Machine and versions",
		Lead:   "Times depend on all of this; odds, sizes of ids and lifetimes do not.",
		Tables: []report.Table{{Caption: "Machine", Head: []string{"what", "value"}, Rows: rows}},
		More:   []report.Table{{Caption: "Versions", Head: []string{"module", "version"}, Rows: moduleRows()}},
		Notes: []string{fmt.Sprintf("Settings: --samples %d --time %s --threads %s --check %d --rows %d --rate %s --nodes %s --for %s.",
			o.samples, ui.Duration(o.time), cli.ThreadsText(o.threads), o.check, o.rows, ui.Rational(o.rate), o.nodes, reportSpan(o.span))},
	}
}

// moduleRows are this program and all that is linked into it, with their versions.
func moduleRows() [][]string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	rows := [][]string{{"idscope", orElse(info.Main.Version, "unknown")}}
	for _, s := range info.Settings {
		if slices.Contains([]string{"vcs.revision", "vcs.modified", "CGO_ENABLED"}, s.Key) {
			rows = append(rows, []string{s.Key, s.Value})
		}
	}
	for _, d := range info.Deps {
		for d.Replace != nil {
			d = d.Replace
		}
		rows = append(rows, []string{d.Path, d.Version})
	}
	return rows
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// reportSpan is a length of time as --for takes it.
func reportSpan(seconds *big.Rat) string {
	for _, u := range slices.Backward(cli.SpanUnits[:]) {
		if n := new(big.Rat).Quo(seconds, big.NewRat(u.Ms, 1000)); n.IsInt() {
			return n.Num().String() + u.Name
		}
	}
	v, _ := seconds.Float64()
	return ui.Digits(v) + "s"
}
