package cmd

import (
	"bytes"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"idscope/bench/chart"
	"idscope/cmd/internal/cli"
)

func TestParseWhole(t *testing.T) {
	most := new(big.Int).Lsh(big.NewInt(1), 512)
	for text, want := range map[string]string{
		"0": "0", "1000000": "1000000", "1_000_000": "1000000", "1e6": "1000000", "1.5e3": "1500", "2^10": "1024", "10^30": "1" + strings.Repeat("0", 30),
		"1e30": "1" + strings.Repeat("0", 30), "1E3": "1000", "5e-0": "5", "1200e-2": "12", "9007199254740993": "9007199254740993",
	} {
		if got, err := parseWhole(text, "count", 0, most); err != nil || got.String() != want {
			t.Errorf("parseWhole(%q) = %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "-1", "1.5", "NaN", "Inf", "0x10", "1/2", "1e", "e5", "2^", "^2", "2^-1", "1__0", "_1", "1_", "1e401", "2^9999", "1e999999999999", "1e200", strings.Repeat("9", 300)} {
		if got, err := parseWhole(text, "count", 0, most); err == nil {
			t.Errorf("parseWhole(%q) = %v; want an error", text, got)
		}
	}
}

func TestParseProbability(t *testing.T) {
	for text, want := range map[string]string{"0.5": "1/2", "1e-9": "1/1000000000", "50%": "1/2", "1 %": "1/100", "1/1000": "1/1000", "1/2^20": "1/1048576"} {
		if got, err := parseProbability(text); err != nil || got.RatString() != want {
			t.Errorf("parseProbability(%q) = %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "1", "1.0", "100%", "-0.5", "NaN", "1/0", "0/5", "2/1", "1/2/3", "%", "1e-999999999", "1/-2"} {
		if got, err := parseProbability(text); err == nil {
			t.Errorf("parseProbability(%q) = %v; want an error", text, got)
		}
	}
}

// FuzzExact: no text panics or grows without bound, and what is read is read again
// from its own spelling.
func FuzzExact(f *testing.F) {
	for _, text := range []string{"1", "1e30", "2^40", "0.5", "1_0", "1e-400", "65535^1600", ".", "-", "+1", "1e+5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = parseProbability(text)
		v, ok := parseExact(text)
		if !ok {
			return
		}
		if v.Num().BitLen() > 30000 || v.Denom().BitLen() > 3000 {
			t.Fatalf("parseExact(%q) has %d and %d bits; want less", text, v.Num().BitLen(), v.Denom().BitLen())
		}
		if digits := v.Num().String(); v.IsInt() && len(digits) < numberLength {
			if again, ok := parseExact(digits); !ok || again.Cmp(v) != 0 {
				t.Errorf("parseExact(%q) = %v, of its digits %v", text, v, again)
			}
		}
	})
}

// pen is an engine that draws nothing but keeps what it was given.
type pen struct {
	got *chart.Figure
	err error
}

var _ chart.Drawer = (*pen)(nil)

// Draw returns the format and the title.
func (p *pen) Draw(f chart.Figure, format string, _, _ int) ([]byte, error) {
	p.got = &f
	return []byte(format + " " + f.Title), p.err
}

func TestBirthdayPlot(t *testing.T) {
	p := &pen{}
	path := filepath.Join(t.TempDir(), "odds.SVG")
	got := call(t, func(e *Environment) { e.Engines.Plot = p }, "bench", "birthday", "uuidv4", "--count", "1e17", "--plot", path)
	content, err := os.ReadFile(path)
	if got.status != 0 || err != nil || !bytes.HasPrefix(content, []byte("svg Probability")) || !strings.Contains(got.out, "uuidv4, 1") {
		t.Fatalf("--plot: %+v, %q, %v; want the card and a file", got, content, err)
	}
	f := p.got
	if len(f.Marks) != 1 || f.Marks[0].X != 1e17 || len(f.Levels) != 4 || !f.X.Log || !f.Y.Log || len(f.Lines) != 1 {
		t.Fatalf("--plot drew %+v; want one curve, the levels, and the count marked", f)
	}
	for i, y := range f.Lines[0].Y {
		if i > 0 && (y < f.Lines[0].Y[i-1] || f.Lines[0].X[i] <= f.Lines[0].X[i-1]) || y > 1 || y < 1e-12 {
			t.Errorf("point %d is (%v, %v); want a rising curve from 1e-12 to 1", i, f.Lines[0].X[i], y)
		}
	}
	p.err = errors.New("no ink")
	got = call(t, func(e *Environment) { e.Engines.Plot = p }, "bench", "birthday", "uuidv4", "--plot", path)
	if got.status != cli.StatusRefused || got.out != "" || !strings.Contains(got.err, "no ink") {
		t.Errorf("an engine that fails: %+v; want status 3 and no answer", got)
	}
	p.err = nil
	got = call(t, func(e *Environment) { e.Engines.Plot = p }, "bench", "birthday", "uuidv4", "--plot", filepath.Join(t.TempDir(), "no", "x.png"))
	if got.status != cli.StatusRefused || got.out != "" {
		t.Errorf("a folder that there is not: %+v; want status 3 and no answer", got)
	}
}

// TestCardWidth: 60 columns are kept by the plot.
func TestCardWidth(t *testing.T) {
	got := call(t, func(e *Environment) { e.Width = 60 }, "bench", "birthday", "ulid", "--rate", "1e5", "--for", "10y")
	plot := got.out[strings.Index(got.out, "  P of"):]
	for line := range strings.Lines(plot) {
		if len(line) > 61 {
			t.Errorf("line %q has %d columns; want 60", line, len(line)-1)
		}
	}
}
