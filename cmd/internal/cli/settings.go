package cli

import (
	"cmp"
	"slices"

	"idscope/gen/lease"
)

// Setting is what a variable, config.toml or a file of this user amounts to.
type Setting struct {
	Schema int    `json:"schema"`
	Key    string `json:"key"`
	Value  string `json:"value"`
	Source string `json:"source"` // the variable, config.toml or default
}

// Settings are all settings and where each comes from: those that flags overrule, then the places of
// files and programs.
func (a *App) Settings() ([]Setting, error) {
	values, file, err := a.config()
	if err != nil {
		return nil, err
	}
	var list []Setting
	add := func(key, value, source string) {
		if !slices.ContainsFunc(list, func(s Setting) bool { return s.Key == key }) {
			list = append(list, Setting{1, key, cmp.Or(value, "none"), source})
		}
	}
	state, source := "none: no HOME, and "+sharedState+" cannot be written", "default"
	if f, err := (&StateFlags{}).Folder(a, ""); err == nil {
		state = f.State
	}
	if a.Getenv("IDSCOPE_STATE") != "" {
		source = "$IDSCOPE_STATE"
	}
	for _, section := range flagTable {
		for _, row := range section.flags {
			switch {
			case row.Name == "state":
				add("state", state, source)
			case row.Env != "" && a.Getenv(row.Env) != "":
				add(row.Name, a.settingText(row.Name, a.Getenv(row.Env)), "$"+row.Env)
			case row.Config && values[row.Name] != "":
				add(row.Name, a.settingText(row.Name, values[row.Name]), "config.toml")
			case row.Env != "" || row.Config:
				add(row.Name, cmp.Or(row.Else, usualSetting(row.Name)), "default")
			}
		}
	}
	source = "default"
	if a.Getenv("IDSCOPE_CLAIMS") != "" {
		source = "$IDSCOPE_CLAIMS"
	}
	add("claims", a.claims(), source)
	config := ""
	if file.lines != nil {
		config = file.path
	}
	add("config.toml", config, "file")
	schemes := ""
	if own, err := a.ownSchemes(); err != nil || len(own) > 0 {
		schemes = a.configPath("schemes.toml")
	}
	add("schemes.toml", schemes, "file")
	full, _ := a.FindFull()
	add("idscope-full", full, "program")
	return list, nil
}

// usualSetting is the value that a flag has itself.
func usualSetting(key string) string {
	return map[string]string{"color": "auto", "tz": "UTC", "format": "that of each command"}[key]
}

// settingText is a value as it may be shown: without the user and password of a store.
func (a *App) settingText(key, value string) string {
	if key != "store" {
		return OneLine(value)
	}
	c, err := (&StoreFlags{}).At(a, value, lease.DefaultGroup)
	if err != nil {
		return "not understood"
	}
	return OneLine(c.Shown())
}
