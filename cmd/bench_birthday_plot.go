package cmd

import (
	"math/big"
	"path/filepath"
	"strings"

	bday "idscope/bench/birthday"
	"idscope/bench/chart"
	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/ui"
)

// plotFormat is the format that the end of a file's name asks for; empty for no
// file.
func plotFormat(path string) (string, error) {
	switch format := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), ".")); {
	case path == "":
		return "", nil
	case format == "svg" || format == "png":
		return format, nil
	}
	return "", cli.Usage("--plot %q has no known ending; want a file .svg or .png", path)
}

// draw writes the picture of the odds with the answer in it.
func (o *birthdayOptions) draw(m *bday.Model, b *birthdayAnswer, format string) error {
	f := m.Curve()
	if f == nil {
		return cli.Usage("--plot has nothing to draw: %s", m.Name)
	}
	if p := b.Found.Probability(); b.Count != nil && p > 0 {
		x, _ := new(big.Float).SetInt(b.Count).Float64()
		name := bday.Short(b.Count) + " " + b.Units(b.Count) + ": " + ui.Digits(p)
		f.Marks = append(f.Marks, chart.Mark{Name: name, X: x, Y: p})
	}
	width, height := f.Size()
	picture, err := o.Engines.Plot.Draw(*f, chart.Canvas{Format: format, Width: width, Height: height})
	if err != nil {
		return cli.Refused("%s can not be drawn: %w", o.plot, err)
	}
	file, err := cli.NewWholeFile(o.plot)
	if err != nil {
		return err
	}
	return file.Write(picture)
}
