// Command foreign tells how idscope reads ids that other implementations made: on
// stdin a line each, as ./run makes them.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	program := flag.String("idscope", "idscope", "the `PROGRAM` that reads")
	update := flag.Bool("update", false, "write the table to "+matrix)
	flag.Parse()
	if err := run(*program, *update); err != nil {
		fmt.Fprintln(os.Stderr, "foreign:", err)
		os.Exit(1)
	}
}

// made is what one implementation made.
type made struct {
	kind, name, scheme string
	// how is "first", "mostly" (first, but for 1 in 100), "among" (the readings), "untimed"
	// (mostly, its time is wrong or none), "as" (read with --as alone) or "missing".
	how      string
	from, to time.Time
	ids      []string
}

// tally is how its ids are read.
type tally struct {
	made
	letters                    []string // ids without a digit, which are asked apart
	first, among, timed, right int
	instead                    string // what came first once in place of the scheme
}

// slack is for ids whose time is coarser than a millisecond, or ahead of the clock.
const slack = 3 * time.Second

func run(program string, update bool) error {
	var all []tally
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		m, err := parse(in.Text())
		if err != nil {
			return err
		}
		t := tally{made: m}
		if m.how != "missing" {
			if err := t.read(program); err != nil {
				return err
			}
		}
		all = append(all, t)
	}
	table := markdown(all)
	fmt.Print(table)
	if update {
		if err := write(table); err != nil {
			return err
		}
	}
	var bad []string
	for _, t := range all {
		if t.bad() {
			bad = append(bad, t.name+" "+t.scheme)
		}
	}
	if len(bad) > 0 {
		return fmt.Errorf("not read as they should be: %s", strings.Join(bad, ", "))
	}
	return errors.Join(in.Err())
}

func parse(line string) (made, error) {
	f := strings.Split(line, "\t")
	if len(f) < 5 {
		return made{}, fmt.Errorf("line %q has no tabs between its parts; write it again", line)
	}
	m := made{kind: f[0], name: f[1], scheme: f[2], how: f[3]}
	if m.how == "missing" {
		fmt.Fprintf(os.Stderr, "%s %s is left out: %s\n", m.kind, m.name, f[4])
		return m, nil
	}
	from, err := strconv.ParseInt(f[4], 10, 64)
	to, err2 := strconv.ParseInt(f[5], 10, 64)
	m.from, m.to, m.ids = time.UnixMilli(from), time.UnixMilli(to), strings.Fields(f[6])
	return m, errors.Join(err, err2)
}

// reading is what is looked at of a reading in JSON.
type reading struct {
	Scheme string  `json:"scheme"`
	Time   string  `json:"time"`
	UnixMS float64 `json:"time_unix_ms"`
}

// read asks how the ids are read. Those without a digit are asked with --as where chance alone speaks for the scheme:
// else words would be ids. Those without a letter beside ids with some are numbers to all who read them, as hexadecimal
// digits of some moments are: they are not asked.
func (t *tally) read(program string) error {
	ids := t.ids
	if t.how == "mostly" || t.how == "among" {
		number := func(id string) bool { return strings.Trim(id, "0123456789") == "" }
		numbers := !slices.ContainsFunc(ids, func(id string) bool { return !number(id) })
		ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
			if strings.ContainsAny(id, "0123456789") {
				return number(id) && !numbers
			}
			t.letters = append(t.letters, id)
			return true
		})
	}
	all := len(t.ids)
	t.ids = ids
	if err := t.ask(program, t.how == "as", ids); err != nil || len(t.letters) == 0 {
		return err
	}
	with := tally{made: t.made}
	if err := with.ask(program, true, t.letters); err != nil {
		return err
	}
	if with.among < len(t.letters) {
		return fmt.Errorf("%s: with --as %s %d of %d ids without a digit are not read", t.name, t.scheme,
			len(t.letters)-with.among, all)
	}
	return nil
}

// ask counts how the ids are read.
func (t *tally) ask(program string, as bool, ids []string) error {
	args := []string{"inspect", "--json"}
	if as {
		args = append(args, "--as", t.scheme)
	}
	cmd := exec.Command(program, args...)
	cmd.Stdin = strings.NewReader(strings.Join(ids, "\n") + "\n")
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 { // 1: some are no ids
		return fmt.Errorf("%s: %w: %s", t.name, err, said.String())
	}
	dec := json.NewDecoder(&out)
	for range ids {
		var r struct{ Readings []reading }
		if err := dec.Decode(&r); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		t.count(r.Readings)
	}
	return nil
}

// count adds the readings of one id.
func (t *tally) count(readings []reading) {
	is := func(r reading) bool {
		return r.Scheme == t.scheme || t.scheme == "uuid" && strings.HasPrefix(r.Scheme, "uuid")
	}
	at := slices.IndexFunc(readings, is)
	if at != 0 {
		t.instead = "none"
		if len(readings) > 0 {
			t.instead = readings[0].Scheme
		}
	}
	if at < 0 {
		return
	}
	t.among++
	if at == 0 {
		t.first++
	}
	when, err := time.Parse(time.RFC3339Nano, readings[at].Time)
	if err != nil {
		return
	}
	t.timed++
	if !when.Before(t.from.Add(-slack)) && !when.After(t.to.Add(slack)) {
		t.right++
	}
}

// bad reports whether the scheme is not found where it has to be, or its time is wrong.
func (t *tally) bad() bool {
	want := len(t.ids)
	switch t.how {
	case "missing":
		return false
	case "untimed":
		return t.first*100 < want*99
	case "mostly":
		return t.first*100 < want*99 || t.right < t.timed
	case "first":
		return t.first < want || t.right < t.timed
	}
	return t.among*100 < want*99 || t.right < t.timed
}

func markdown(all []tally) string {
	var b strings.Builder
	b.WriteString("| generated by | scheme | first % | among % | time right % | what else comes first " +
		"|\n|---|---|---:|---:|---:|---|\n")
	for _, t := range all {
		if t.how == "missing" {
			continue
		}
		percent := func(n, of int) string {
			if of == 0 {
				return ""
			}
			return strconv.FormatFloat(float64(n*1000/of)/10, 'f', -1, 64)
		}
		scheme := t.scheme
		if t.how == "as" {
			scheme += " (with `--as`)"
		}
		right := percent(t.right, t.timed)
		if t.how == "untimed" {
			right = "its own"
		}
		fmt.Fprintf(&b, "| %s `%s` | %s | %s | %s | %s | %s |\n", t.kind, t.name, scheme, percent(t.first, len(t.ids)),
			percent(t.among, len(t.ids)), right, t.instead)
	}
	return b.String()
}

const (
	matrix = "inspect/MATRIX.md"
	mark   = "## Ids of other implementations\n"
)

// write puts the table behind its heading in MATRIX.md.
func write(table string) error {
	old, err := os.ReadFile(matrix)
	if err != nil {
		return err
	}
	head, _, _ := strings.Cut(string(old), mark)
	head = strings.TrimRight(head, "\n") + "\n\n" + mark + "\nOf 200 ids of each (20 of programs whose ids chance " +
		"does not misread, 600 of those whose it may; 2000 of libraries whose ids it may, of which those without a " +
		"digit are read with `--as` alone and, as numbers among those with letters, not counted), generated by " +
		"`.ci/foreign/run -update`: how many have " +
		"the true scheme first and among their readings, and how many times lie within the seconds in which they " +
		"were generated.\n\n"
	return os.WriteFile(matrix, []byte(head+table), 0o644)
}
