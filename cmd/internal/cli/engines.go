package cli

import (
	"idscope/bench/chart"
	"idscope/bench/index"
	"idscope/bench/report"
	"idscope/bench/throughput"
	"idscope/gen/server/service"
	"idscope/gen/store"
)

// Engines are the parts of the tool that need other people's large libraries.
// The program idscope has none of them, so that it starts fast; idscope-full has
// all. A command that needs one calls [App.RunFull].
type Engines struct {
	Plot   chart.Drawer
	Report report.Writer
	Index  []index.Driver // databases to measure in; nil where they are not linked
	Stores []store.Driver // of hosts, beside file:
	Server service.Engine
	Page   func() (files map[string][]byte, err error) // of the page for browsers, by their names
	Rivals func() []throughput.Subject                 // other libraries that make ids; nil where they are not linked
}
