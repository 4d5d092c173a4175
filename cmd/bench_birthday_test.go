package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"idscope/bench/chart"
	"idscope/cmd/internal/cli"
	"idscope/gen/testing/try"
)

// pen is an engine that draws nothing but keeps what it was given.
type pen struct {
	got *chart.Figure
	err error
}

// draw returns the format and the title, and where it is drawn.
func (p *pen) draw(f chart.Figure, on chart.Canvas) ([]byte, error) {
	p.got = &f
	return fmt.Appendf(nil, "%s %s, %d by %d on %d", on.Format, f.Title, on.Width, on.Height, on.Ground), p.err
}

func TestBirthdayPlot(t *testing.T) {
	p := &pen{}
	path := filepath.Join(t.TempDir(), "probability.SVG")
	got := call(t, func(e *Environment) { e.Engines.Plot = p.draw }, "bench", "birthday", "uuidv4", "--count", "1e17",
		"--plot", path)
	content, err := os.ReadFile(path)
	if got.status != 0 || err != nil || !bytes.HasPrefix(content, []byte("svg Probability")) ||
		!strings.HasPrefix(got.out, "100 quadrillion ids of uuidv4: ") {
		t.Fatalf("--plot: %+v, %q, %v; want the card and a file", got, content, err)
	}
	p.got.Lines[0].X, p.got.Lines[0].Y = p.got.Lines[0].X[:1], p.got.Lines[0].Y[:1]
	drawn := longFigure.ReplaceAllStringFunc(fmt.Sprintf("%s\n%+v\n", content, *p.got), tenDigits)
	try.File(t, "testdata/screens/birthday_plot.txt", drawn)
	p.err = errors.New("no ink")
	got = call(t, func(e *Environment) { e.Engines.Plot = p.draw }, "bench", "birthday", "uuidv4", "--plot", path)
	if got.status != cli.StatusRefused || got.out != "" || !strings.Contains(got.err, "no ink") {
		t.Errorf("an engine that fails: %+v; want status 3 and no answer", got)
	}
	p.err = nil
	got = call(t, func(e *Environment) { e.Engines.Plot = p.draw }, "bench", "birthday", "uuidv4", "--count", "1",
		"--plot", filepath.Join(t.TempDir(), "no", "x.png"))
	if got.status != cli.StatusRefused || got.out != "" || len(p.got.Marks) != 0 { // nothing is probable of one
		t.Errorf("a folder that there is not: %+v; want status 3 and no answer", got)
	}
}
