package cmd

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"idscope/bench/chart"
	"idscope/bench/compare"
	"idscope/bench/index"
	"idscope/bench/index/bolt"
	"idscope/bench/plot"
	"idscope/bench/report"
	"idscope/bench/report/page"
	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// reporting are the engines of a report.
func reporting(e *Environment) {
	embedded(e)
	e.Engines.Plot, e.Engines.Report = plot.Draw, page.Write
}

// quick is a report that takes little time.
func quick(more ...string) []string {
	return append([]string{"bench", "report", "--samples", "2", "--time", "1ms", "--check", "1000", "--rows", "500",
		"--threads", "1"}, more...)
}

// readable fails where a page is not well-formed, or not complete.
func readable(t *testing.T, text string) {
	t.Helper()
	if !strings.HasPrefix(text, "<!DOCTYPE html>") || !strings.HasSuffix(text, "</html>\n") {
		t.Errorf("the page begins with %.20q and ends with %q; want all of it", text, text[max(0, len(text)-20):])
	}
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("the page: %v", err)
		}
	}
}

// lonely fails where a folder holds anything but these names.
func lonely(t *testing.T, dir string, names ...string) {
	t.Helper()
	var got []string
	for _, e := range try.Of(os.ReadDir(dir)).Or(t) {
		got = append(got, e.Name())
	}
	try.Same(t, got, names, "%s holds", dir)
}

// TestReport: all parts of it, of schemes with and without each of them; a text of
// the user's own does not become part of the page.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	config := t.TempDir()
	toml := "[evil]\nlayout = \"time:41 worker:10 seq:12\"\nepoch = 2020-01-01\nsummary = " +
		"'<script>alert(1)</script><img src=x onerror=alert(2)>'\n"
	try.Works(t, os.MkdirAll(filepath.Join(config, "idscope"), 0o755))
	try.Works(t, os.WriteFile(filepath.Join(config, "idscope", "schemes.toml"), []byte(toml), 0o644))
	with := func(e *Environment) {
		reporting(e)
		getenv := e.Getenv
		e.Getenv = func(name string) string {
			if name == "XDG_CONFIG_HOME" {
				return config
			}
			return getenv(name)
		}
	}
	got := call(t, with, quick("uuidv4", "uuidv5", "nanoid", "evil", "xid", "uidgenerator", "--now", "2026-11-21", "-o",
		"-")...)
	if got.status != cli.StatusDone || got.err != "" {
		t.Fatalf("status %d, %q; want a report", got.status, got.err)
	}
	readable(t, got.out)
	try.Contains(t, got.out, runtime.Version(), "the report has the version of Go:")
	try.Contains(t, got.out, runtime.GOOS+"/"+runtime.GOARCH, "and the machine:")
	for line := range strings.Lines(string(try.Of(os.ReadFile("testdata/report.txt")).Or(t))) {
		if part := strings.TrimSpace(line[1:]); strings.Contains(got.out, part) != (line[0] == '+') {
			t.Errorf("the report is %c %s", line[0], part)
		}
	}
	lonely(t, dir)
}

// TestReportPage compares pages of known figures with those in testdata: one of schemes of every kind, one of a load
// that hardly any can carry, one where nothing collides, one where few ever do, and two before anything was measured.
// Of a picture there is what it is drawn on.
func TestReportPage(t *testing.T) {
	t.Parallel()
	address := regexp.MustCompile(`data:image/svg(\+|&#43;)xml;base64,[\w+/=]+`)
	style := regexp.MustCompile(`(?s)<style>.*</style>`)
	for schemes, load := range map[string]compare.Load{
		"uuidv4 sonyflake snowflake xid uidgenerator uuidv5": {Nodes: big.NewInt(10), Rate: big.NewRat(1000, 1)},
		"uidgenerator uuidv4 uuidv7 uuidv6":                  {Nodes: big.NewInt(3000), Rate: big.NewRat(1e12, 1)},
		"instagram order":                                    {Nodes: big.NewInt(10), Rate: big.NewRat(1000, 1)},
		"uuidv4":                                             {Nodes: big.NewInt(1), Rate: big.NewRat(1, 1<<40)},
		"xid":                                                {Nodes: big.NewInt(3000), Rate: big.NewRat(1e12, 1)},
		"uuidv7 uuidv4": {Nodes: big.NewInt(2),
			Rate: try.Found(new(big.Rat).SetString("1e-140")).Or(t)}} {
		load.For = big.NewRat(31_556_952, 1)
		var list []*gen.Scheme
		for name := range strings.FieldsSeq(schemes) {
			list = append(list, try.Of(ofName(name)).Or(t))
		}
		v := try.Of(report.Plan(list, report.Settings{
			Selection: compare.Selection{Load: load, Find: ofName, Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)},
			Source: func(*gen.Scheme, gen.Overflow, time.Duration, uint64) (*gen.Generator, func() error, error) {
				return nil, nil, errors.New("no source")
			}})).Or(t)
		if len(list) > 1 {
			v.Speed, v.Index = measured(), filled()
		}
		p := v.Page([]report.Fact{{Name: "processor", Value: "X"}}, "--rows 80000")
		p.Sections[len(p.Sections)-1].More = nil // versions
		var b bytes.Buffer
		try.Works(t, page.Write(&b, p, new(pen).draw))
		text := address.ReplaceAllStringFunc(style.ReplaceAllString(b.String(), ""), func(all string) string {
			_, code, _ := strings.Cut(all, ",")
			return string(try.Of(base64.StdEncoding.DecodeString(code)).Or(t))
		})
		try.File(t, "testdata/screens/report_"+strings.ReplaceAll(schemes, " ", "_")+".html", text)
	}
}

// ofName is a scheme of a name.
func ofName(name string) (*gen.Scheme, error) {
	s, ok := known.Get(name)
	if !ok {
		return nil, errors.New("no scheme " + name)
	}
	return s, nil
}

// unwritable is a writer of reports that fails.
func unwritable(io.Writer, *report.Page, chart.Draw) error { return errors.New("no ink") }

// broken is bbolt until the second table.
var broken = index.Driver{Schemes: []string{"bbolt"},
	Open: func(ctx context.Context, dsn string) (index.Engine, error) {
		e, err := bolt.Driver.Open(ctx, dsn)
		return &breaking{Engine: e}, err
	}}

type breaking struct {
	index.Engine
	tables int
}

func (b *breaking) Create(ctx context.Context, t index.Table) (string, error) {
	if b.tables++; b.tables == 2 {
		return "", errors.New("the table burns")
	}
	return b.Engine.Create(ctx, t)
}

// TestReportPartFails: the file holds what there is, and says what there is not.
func TestReportPartFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.html")
	with := func(e *Environment) { reporting(e); e.Engines.Index = []index.Driver{broken} }
	got := call(t, with, quick("uuidv7", "uuidv4", "-o", path)...)
	if got.status != cli.StatusRefused || !strings.Contains(got.err, "error: index: the table burns; the report is "+
		"written without it, or with a part of it") {
		t.Errorf("%+v; want status 3 and what failed", got)
	}
	without := func(e *Environment) { reporting(e); e.Engines.Report = unwritable }
	if got := call(t, without, quick("ulid", "-o", path)...); got.status != cli.StatusRefused || got.out != "" ||
		!strings.Contains(got.err, "the report cannot be written: no ink") {
		t.Errorf("a page that cannot be generated: %+v", got)
	}
	lonely(t, filepath.Dir(path), "report.html")
	text, _ := os.ReadFile(path)
	readable(t, string(text))
	for _, want := range []string{"The index could not be measured in full: the table burns.",
		"Partial: not all rows of all schemes were inserted.", "Generating ids: next"} {
		try.Contains(t, string(text), want, "the report has")
	}
}
