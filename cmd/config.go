package cmd

import (
	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
)

type configOptions struct {
	*cli.App
	json bool
}

func newConfig(a *cli.App) *cobra.Command {
	o := &configOptions{App: a}
	c := &cobra.Command{
		Use:         "config",
		Annotations: map[string]string{cli.Unconfigured: "yes"},
		RunE:        func(*cobra.Command, []string) error { return o.run() },
	}
	a.Flags(c, "config").Switch("json", &o.json)
	return c
}

func (o *configOptions) run() error {
	list, err := o.Settings()
	if err != nil {
		return err
	}
	return o.Answer(o.json, list, func(pen *screen.Pen) string { return pen.Panels(settingsTable(list)) })
}

func settingsTable(list []cli.Setting) *screen.Table {
	t := &screen.Table{Head: []string{"KEY", "VALUE", "SOURCE"}, Style: screen.BoldNames}
	for _, s := range list {
		t.Rows = append(t.Rows, []string{s.Key, s.Value, s.Source})
	}
	return t
}
