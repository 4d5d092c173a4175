package cmd

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"idscope/cmd/internal/cli"
)

type versionOptions struct {
	*cli.App
	json bool
}

func newVersion(a *cli.App) *cobra.Command {
	o := &versionOptions{App: a}
	c := &cobra.Command{
		Use:         "version",
		Annotations: map[string]string{cli.Unconfigured: "yes"},
		RunE:        func(*cobra.Command, []string) error { return o.run() },
	}
	f := a.Flags(c, "version")
	f.Switch("json", &o.json)
	return c
}

// versionObject is the version as JSON shows it.
type versionObject struct {
	Schema   int    `json:"schema"`
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Time     string `json:"commit_time,omitempty"`
	Modified bool   `json:"modified"` // whether the source was changed behind the commit
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Full     bool   `json:"idscope_full"` // whether idscope-full is found
	FullPath string `json:"idscope_full_path,omitempty"`
}

func (o *versionOptions) run() error {
	v := versionObject{Schema: 1, Version: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" +
		runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.Version = cmp.Or(info.Main.Version, v.Version)
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				v.Commit = s.Value
			case "vcs.time":
				v.Time = s.Value
			case "vcs.modified":
				v.Modified = s.Value == "true"
			}
		}
	}
	if o.json {
		v.FullPath, v.Full = o.FindFull()
		return o.PrintJSON(v)
	}
	return o.Print(fmt.Sprintf("idscope %s %s %s\n", v.Version, v.Go, v.Platform))
}
