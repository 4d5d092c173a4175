package cmd

import "idscope/bench/chart"

// Engines are the parts of the tool that need other people's large libraries.
// The program idscope has none of them, so that it starts fast; idscope-full has
// all. A command that needs one calls [app.engine].
type Engines struct {
	Plot chart.Drawer
}
