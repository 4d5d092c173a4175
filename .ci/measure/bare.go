//go:build ignore

// Bare is the least that a Go program costs: it writes a line.
package main

import "os"

func main() { os.Stdout.WriteString("0123456789abcdef\n") }
