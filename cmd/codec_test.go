package cmd

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// codecVector is a published vector of a codec: see the files of gen/sqids and
// gen/hashids.
type codecVector struct {
	Ref, ID string
	Valid   bool
	Expect  struct {
		Fields struct {
			Numbers []json.Number
			Hex     *string
		}
		Again string `json:"re_encodes_to"`
	}
	Options struct {
		Op, Salt  string
		Alphabet  *string
		MinLength int `json:"min_length"`
		Numbers   []json.Number
		Blocklist []string
		Hex       *string
	}
}

// flags are the options of a vector, as flags.
func (v *codecVector) flags(t *testing.T) []string {
	var list []string
	if v.Options.Salt != "" {
		list = append(list, "--salt="+v.Options.Salt)
	}
	if v.Options.Alphabet != nil {
		list = append(list, "--alphabet="+*v.Options.Alphabet)
	}
	if v.Options.MinLength > 0 {
		list = append(list, "--min-length", strconv.Itoa(v.Options.MinLength))
	}
	if v.Options.Blocklist != nil {
		file := filepath.Join(t.TempDir(), "words")
		try.Works(t, os.WriteFile(file, []byte(strings.Join(v.Options.Blocklist, "\n")), 0o600))
		list = append(list, "--blocklist", file)
	}
	if v.Options.Hex != nil || v.Expect.Fields.Hex != nil {
		list = append(list, "--hex")
	}
	return list
}

func commas(list []json.Number) string {
	all := make([]string, len(list))
	for i, n := range list {
		all[i] = n.String()
	}
	return strings.Join(all, ",")
}

// TestCodecVectors gives every published vector to the program, in both
// directions. Those of no numbers and of an empty text (P0723, P0790) are refused:
// a list of ids has no place for an id of no characters.
func TestCodecVectors(t *testing.T) {
	for codec, count := range map[string]int{"sqids": 47, "hashids": 64} {
		f := try.Of(os.Open(filepath.Join("..", "gen", codec, "testdata", "public.jsonl"))).Or(t)
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var v codecVector
			try.Works(t, json.Unmarshal(lines.Bytes(), &v))
			count--
			t.Run(v.Ref, func(t *testing.T) { v.run(t, codec) })
		}
		if count != 0 {
			t.Errorf("%s: %d vectors are missing", codec, count)
		}
	}
}

func (v *codecVector) run(t *testing.T, codec string) {
	flags := v.flags(t)
	write := func(text string) result {
		return call(t, nil, slices.Concat([]string{"convert", "--to", codec}, flags, []string{"--", text})...)
	}
	read := func(to string) result {
		return call(t, nil, slices.Concat([]string{"convert", "--as", codec, "--to", to}, flags, []string{"--", v.ID})...)
	}
	numbers, to := commas(v.Options.Numbers), "int"
	if v.Options.Op != "encode" {
		numbers = commas(v.Expect.Fields.Numbers)
	}
	for _, hex := range []*string{v.Options.Hex, v.Expect.Fields.Hex} {
		if hex != nil {
			numbers, to = strings.ToLower(*hex), "hex"
		}
	}
	switch {
	case v.Options.Op == "detect":
		if got := read(to); got.status != 0 {
			t.Fatalf("%+v; want that it is read", got)
		}
		return
	case numbers == "" && v.Valid || !v.Valid && v.Options.Op == "encode":
		if got := write(numbers); got.status == 0 || got.out != "" {
			t.Fatalf("%+v; want a refusal", got)
		}
		return
	case !v.Valid:
		if got := read(to); got.status != 1 || got.out != "" {
			t.Fatalf("%+v; want a negative answer", got)
		}
		return
	}
	want := v.ID
	if v.Expect.Again != "" {
		want = v.Expect.Again
	}
	if got := write(numbers); got.out != want+"\n" || got.status != 0 {
		t.Errorf("%s as %s = %+v; want %s", numbers, codec, got, want)
	}
	if got := read(to); got.out != numbers+"\n" || got.status != 0 || (got.err != "") != (v.Expect.Again != "") {
		t.Errorf("%s of %s = %+v; want %s, with a warning: %v", to, v.ID, got, numbers, v.Expect.Again != "")
	}
}
