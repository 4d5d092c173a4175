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
)

// pen is an engine that draws nothing but keeps what it was given.
type pen struct {
	got *chart.Figure
	err error
}

var _ chart.Drawer = (*pen)(nil)

// Draw returns the format and the title, and where it is drawn.
func (p *pen) Draw(f chart.Figure, on chart.Canvas) ([]byte, error) {
	p.got = &f
	return fmt.Appendf(nil, "%s %s, %d by %d on %d", on.Format, f.Title, on.Width, on.Height, on.Ground), p.err
}

func TestBirthdayPlot(t *testing.T) {
	p := &pen{}
	path := filepath.Join(t.TempDir(), "probability.SVG")
	got := call(t, func(e *Environment) { e.Engines.Plot = p }, "bench", "birthday", "uuidv4", "--count", "1e17",
		"--plot", path)
	content, err := os.ReadFile(path)
	if got.status != 0 || err != nil || !bytes.HasPrefix(content, []byte("svg Probability")) ||
		!strings.HasPrefix(got.out, "100 quadrillion ids of uuidv4: ") {
		t.Fatalf("--plot: %+v, %q, %v; want the card and a file", got, content, err)
	}
	f := p.got
	if len(f.Marks) != 1 || f.Marks[0].X != 1e17 || f.Marks[0].Y < 9e-4 ||
		f.Marks[0].Name != "100 quadrillion ids: 9.4e-4" || len(f.Levels) != 4 || !f.X.Log ||
		!f.Y.Log || len(f.Lines) != 1 {
		t.Fatalf("--plot drew %+v; want one curve, the levels, and the count marked", f)
	}
	p.err = errors.New("no ink")
	got = call(t, func(e *Environment) { e.Engines.Plot = p }, "bench", "birthday", "uuidv4", "--plot", path)
	if got.status != cli.StatusRefused || got.out != "" || !strings.Contains(got.err, "no ink") {
		t.Errorf("an engine that fails: %+v; want status 3 and no answer", got)
	}
	p.err = nil
	got = call(t, func(e *Environment) { e.Engines.Plot = p }, "bench", "birthday", "uuidv4", "--plot",
		filepath.Join(t.TempDir(), "no", "x.png"))
	if got.status != cli.StatusRefused || got.out != "" {
		t.Errorf("a folder that there is not: %+v; want status 3 and no answer", got)
	}
}
