// Command tests runs go test with the arguments given, shows what go test shows, and at the
// end what was left out, with the reasons, and what failed, with what it said. go test itself
// says the first with -v alone, and the second somewhere among everything else.
//
//	go run ./.ci/tests ./...
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// event is a line of go test -json.
type event struct{ Action, Package, Test, Output string }

func main() {
	c := exec.Command("go", append([]string{"test", "-json", "-timeout", "40m"}, os.Args[1:]...)...)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tests:", err)
		os.Exit(1)
	}
	r := report{said: map[string][]string{}, skipped: map[string]int{}}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Println(lines.Text())
			continue
		}
		r.add(e)
	}
	err = c.Wait()
	fmt.Println("\nleft out:")
	for _, s := range slices.Sorted(maps.Keys(r.skipped)) {
		fmt.Printf("  %s (%d)\n", s, r.skipped[s])
	}
	fmt.Print(strings.Join(r.failed, ""))
	if err == nil {
		err = lines.Err()
	}
	if err != nil {
		fmt.Println("tests:", err)
		os.Exit(1)
	}
}

// report collects what each test said, until it is known how the test ended.
type report struct {
	said    map[string][]string
	skipped map[string]int // by test and reason; those of one test count as one line
	failed  []string
}

func (r *report) add(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output", "build-output":
		if e.Test == "" && e.Output != "PASS\n" && e.Output != "FAIL\n" &&
			!strings.HasPrefix(e.Output, "testing: warning: no tests") {
			fmt.Print(e.Output)
		}
		r.said[key] = append(r.said[key], e.Output)
		return
	case "skip":
		if e.Test != "" {
			test, _, _ := strings.Cut(e.Test, "/")
			r.skipped[e.Package+" "+test+": "+reason(r.said[key])]++
		}
	case "fail":
		r.failed = append(r.failed, "\n== "+key+"\n")
		for name := range r.said { // what was still running when the time was over too
			if name == key || e.Test == "" && strings.HasPrefix(name, key) {
				r.failed = append(r.failed, r.said[name]...)
			}
		}
	case "pass":
	default:
		return
	}
	delete(r.said, key)
}

// reason is what a test said when it was skipped, without the place.
func reason(said []string) string {
	for _, line := range said {
		if line = strings.TrimSpace(line); strings.Contains(line, ".go:") {
			_, text, _ := strings.Cut(line, ": ")
			return text
		}
	}
	return "no reason given"
}
