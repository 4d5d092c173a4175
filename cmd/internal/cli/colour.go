package cli

// coloured reports whether the answer on stdout has colour.
func (a *App) coloured() bool { return colours(a.color.Value, a.Getenv, a.OutTerminal) }

// colours decides whether a stream is coloured: --color, then NO_COLOR, then
// CLICOLOR_FORCE and FORCE_COLOR, then CLICOLOR=0, then TERM=dumb, then whether
// the stream is a terminal. An empty variable says nothing.
func colours(flag string, getenv func(string) string, terminal bool) bool {
	forced := func(name string) bool { v := getenv(name); return v != "" && v != "0" }
	switch {
	case flag == "always":
		return true
	case flag == "never", getenv("NO_COLOR") != "":
		return false
	case forced("CLICOLOR_FORCE"), forced("FORCE_COLOR"):
		return true
	case getenv("CLICOLOR") == "0", getenv("TERM") == "dumb":
		return false
	}
	return terminal
}
