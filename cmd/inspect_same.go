package cmd

import "idscope/inspect"

func (o *inspectOptions) oneSource(args []string, opts inspect.Options) error { return nil }
