package main

import (
	"embed"
	"io/fs"

	"idscope/gen/server/web"
)

//go:generate go run generate.go

//go:embed wasm
var built embed.FS

// page is the page with the program for browsers, where that was built.
func page() web.Page {
	folder, err := fs.Sub(built, "wasm")
	if err != nil {
		return web.Page{}
	}
	return web.Page{Built: folder}
}
