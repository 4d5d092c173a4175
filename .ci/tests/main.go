// Command tests runs go test with the arguments given, shows what go test shows, and at the
// end what was left out: each test that was skipped, with its reason. go test itself says
// that with -v alone, among everything else.
//
//	go run ./.ci/tests ./...
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"sort"
	"strings"
)

// event is a line of go test -json.
type event struct{ Action, Package, Test, Output string }

func main() {
	c := exec.Command("go", append([]string{"test", "-json"}, os.Args[1:]...)...)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tests:", err)
		os.Exit(1)
	}
	r := report{said: map[string][]string{}}
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
	sort.Strings(r.skipped)
	fmt.Printf("\nleft out: %d tests\n", len(r.skipped))
	for _, s := range r.skipped {
		fmt.Println("  " + s)
	}
	if err != nil || lines.Err() != nil {
		os.Exit(1)
	}
}

// report collects what each test said, until it is known how the test ended.
type report struct {
	said    map[string][]string
	skipped []string
}

func (r *report) add(e event) {
	key := e.Package + " " + e.Test
	switch {
	case e.Action == "output" && e.Test == "":
		if e.Output != "PASS\n" && e.Output != "FAIL\n" && !strings.HasPrefix(e.Output, "testing: warning: no tests") {
			fmt.Print(e.Output)
		}
	case e.Action == "output" || e.Action == "build-output":
		if e.Action == "build-output" {
			fmt.Print(e.Output)
		}
		r.said[key] = append(r.said[key], e.Output)
	case e.Action == "skip" && e.Test != "":
		r.skipped = append(r.skipped, key+": "+reason(r.said[key]))
	case e.Action == "fail" && e.Test != "":
		fmt.Print(strings.Join(r.said[key], ""))
	}
	if e.Action == "pass" || e.Action == "fail" || e.Action == "skip" {
		delete(r.said, key)
	}
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
