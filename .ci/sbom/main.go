// Command sbom writes what is linked into programs as a CycloneDX bill of materials: the
// main module and the modules that the linker recorded, each with its version and hash.
// It says nothing of time or machine, so that equal programs give equal bills.
//
//	go run ./.ci/sbom PROGRAM... > sbom.json
package main

import (
	"cmp"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
)

type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl"`
	Hashes  []hash `json:"hashes,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type bill struct {
	Format     string         `json:"bomFormat"`
	Spec       string         `json:"specVersion"`
	Version    int            `json:"version"`
	Metadata   map[string]any `json:"metadata"`
	Components []component    `json:"components"`
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(programs []string) error {
	if len(programs) == 0 {
		return fmt.Errorf("no program is given; want one or more")
	}
	b := bill{Format: "CycloneDX", Spec: "1.6", Version: 1}
	seen := map[string]bool{}
	for _, path := range programs {
		info, err := buildinfo.ReadFile(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		b.Metadata = map[string]any{"component": of(&info.Main, "application")}
		list := append([]*debug.Module{{Path: "stdlib", Version: strings.TrimPrefix(info.GoVersion, "go")}}, info.Deps...)
		for _, m := range list {
			if c := of(m, "library"); !seen[c.Ref] {
				seen[c.Ref] = true
				b.Components = append(b.Components, c)
			}
		}
	}
	slices.SortFunc(b.Components, func(x, y component) int { return cmp.Compare(x.Ref, y.Ref) })
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", "  ")
	return e.Encode(b)
}

// of is a module as a component; what replaces it stands in its place.
func of(m *debug.Module, kind string) component {
	for m.Replace != nil {
		m = m.Replace
	}
	ref := "pkg:golang/" + m.Path + "@" + m.Version
	c := component{Type: kind, Ref: ref, Name: m.Path, Version: m.Version, PURL: ref}
	if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(sum) == 32 {
		c.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum)}}
	}
	return c
}
