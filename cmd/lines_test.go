package cmd

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"idscope/gen/testing/try"
	"idscope/inspect/lines"
)

// longTexts are texts of all lengths up to the limit of a line and beyond, with an id at their
// start, at their end, and around places where a line was once cut.
func longTexts() (list []string) {
	r := rand.New(rand.NewPCG(25, 6))
	ids := []string{"1541815603606036480", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "01FWHE4YDGFK1SHH6W1G60EECF",
		"0ujtsYcgvSTl8PAuAdqWYSMnLOv", "5f43a1c2e4b0a12345678901"}
	fill := []string{" ", "a", "/", "7", "{\"k\": 1}, ", "https://example.com/?a=1&b="}
	of := func(n int, unit string) string { return strings.Repeat(unit, n/len(unit)+1)[:n] }
	list = []string{
		"https://x.com/" + of(4058, "a") + "/status/1541815603606036480",
		of(4079, " ") + "1541815603606036480",
		"1541815603606036480" + of(4090, " ") + "zzz",
	}
	for edge, times := range map[int]int{4096: 3, 32 << 10: 1, lines.Longest: 1} {
		for range times {
			id, with := ids[r.IntN(len(ids))], fill[r.IntN(len(fill))]
			before := of(max(0, edge-r.IntN(2*len(id))), with)
			if list = append(list, before+" "+id, before+"/"+id+"/x"); edge < lines.Longest {
				list = append(list, before+id, id+" "+before, before+id+"\r")
			}
		}
	}
	return append(list, of(lines.Longest, " "), of(lines.Longest-18, " ")+"1541815603606036480\r"[:18],
		of(lines.Longest, "a"), of(lines.Longest+1, "a"), of(3*lines.Longest, "1541815603606036480 "))
}

// TestLongLines: a line of stdin is read as the same text that is an argument, in every
// command; a longer one than lines.Longest is an error that says so, and the lines after
// it are answered. No part of a line is ever read.
func TestLongLines(t *testing.T) {
	t.Parallel()
	const next = "1541815603606036480"
	for n, command := range []string{"inspect --json=brief", "inspect --format csv", "convert --to hex --lossy",
		"inspect --sort time --json", "inspect --format line", "inspect --template {{.Time}}|{{.Scheme}}",
		"inspect --json=brief --as snowflake", "convert --to base62 --as snowflake --from int", "convert --to sqids"} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			for i, text := range longTexts() {
				if n > 2 && len(text) > 64<<10 {
					continue // the others read as one of the first three, and print otherwise
				}
				piped := call(t, func(e *Environment) { e.In = strings.NewReader(text + "\n" + next + "\n") },
					strings.Fields(command)...)
				text = strings.TrimSuffix(text, "\r")
				if strings.TrimSpace(text) == "" {
					continue // a blank line is none
				}
				if len(text) > lines.Longest {
					if said := strings.Count(piped.out+piped.err, lines.TooLong); said != 1 || piped.status != 1 {
						t.Errorf("text %d of %d bytes: status %d, and %d times that it is too long; want 1 and 1\n%.300q %.300q", i,
							len(text), piped.status, said, piped.out, piped.err)
					}
					text = "?"
				}
				given := call(t, nil, append(strings.Fields(command), "--", text, next)...)
				own, want := answers(piped.out), answers(given.out)
				if text != "?" && (!slices.Equal(own, want) || piped.status != given.status) ||
					text == "?" && !slices.ContainsFunc(own, func(answer string) bool { return slices.Contains(want, answer) }) {
					t.Errorf("text %d of %d bytes, from stdin: status %d\n%.400q\nwant, as of an argument, %d\n%.400q", i, len(text),
						piped.status, piped.out, given.status, given.out)
				}
			}
		})
	}
}

// answers are the lines of an output without what puts them into columns.
func answers(out string) (list []string) {
	for line := range strings.Lines(out) {
		list = append(list, strings.Join(strings.Fields(line), " "))
	}
	return list
}

// TestLongLinesOfFiles: check finds a line invalid that is too long, --find finds what is in
// it, and --since leaves it out; each says where it is.
func TestLongLinesOfFiles(t *testing.T) {
	const id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
	file := filepath.Join(t.TempDir(), "file")
	for _, n := range []int{5000, lines.Longest - len(id) - 1, lines.Longest - len(id), 5 * lines.Longest} {
		long := strings.Repeat("x", n) + " " + id
		try.Works(t, os.WriteFile(file, []byte(id+"\n"+long+"\n"+id+"\n"), 0o600))
		tooLong := len(long) > lines.Longest
		since := call(t, nil, "inspect", "--since", "2022", file)
		want, status := id+"\n"+long+"\n"+id+"\n", 0
		if tooLong {
			want, status = id+"\n"+id+"\n", 1
		}
		if since.out != want || since.status != status || strings.Contains(since.err, "line 2 of ") != tooLong ||
			strings.Contains(since.err, lines.TooLong) != tooLong {
			t.Errorf("--since with a line of %d bytes: status %d, %d bytes, %s; want %d, %d bytes", len(long), since.status,
				len(since.out), since.err, status, len(want))
		}
		found := call(t, nil, "inspect", "--find", "--json=brief", file)
		if strings.Count(found.out, `"id":"`+id) != 3 || strings.Count(found.out, "\n") != 3 || found.status != 0 {
			t.Errorf("--find in a line of %d bytes: %s%s", len(long), found.out, found.err)
		}
		noted := call(t, nil, "inspect", "--annotate", file)
		if strings.ReplaceAll(noted.out, " (uuidv7 2022-02-22T19:22:22.000Z)", "") != id+"\n"+long+"\n"+id+"\n" {
			t.Errorf("--annotate of a line of %d bytes passes %d bytes", len(long), len(noted.out))
		}
		checked := call(t, nil, "check", "--json", file)
		if strings.Contains(checked.out, lines.TooLong) != tooLong || checked.status != 1 {
			t.Errorf("check of a line of %d bytes: status %d, %.500s", len(long), checked.status, checked.out)
		}
		names := call(t, func(e *Environment) { e.In = strings.NewReader("a\n" + long + "\nb\n") }, "gen", "uuidv5",
			"--namespace", "dns", "--name", "-")
		if strings.Count(names.out, "\n") != 3-btoi(tooLong) || names.status != btoi(tooLong) ||
			strings.Contains(names.err, "line 2 of stdin "+lines.TooLong) != tooLong {
			t.Errorf("names with a line of %d bytes: status %d, %q, %s", len(long), names.status, names.out, names.err)
		}
	}
}
