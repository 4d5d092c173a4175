package cmd

import (
	"context"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
)

func newConfig(a *cli.App, f *cli.Flags) cli.Run {
	f.Output("json")
	return func(context.Context, []string) error {
		list, err := a.Settings()
		if err != nil {
			return err
		}
		t := screen.Table{Head: []string{"KEY", "VALUE", "SOURCE"}, Style: screen.BoldNames}
		for _, s := range list {
			t.Rows = append(t.Rows, []string{s.Key, s.Value, s.Source})
		}
		return a.Answer(list, func(pen *screen.Pen) string { return pen.Panels(&t) })
	}
}
