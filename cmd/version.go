package cmd

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"idscope/cmd/internal/cli"
)

func newVersion(a *cli.App, f *cli.Flags) cli.Run {
	f.Output("json")
	return func(context.Context, []string) error { return version(a) }
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

func version(a *cli.App) error {
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
	if a.JSON {
		v.FullPath, v.Full = a.FindFull()
		return a.PrintJSON(v)
	}
	return a.Print(fmt.Sprintf("idscope %s %s %s\n", v.Version, v.Go, v.Platform))
}
