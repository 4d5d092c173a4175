package cmd

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"idscope/gen"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// update rewrites what is generated: go test ./cmd -update

// TestMain builds both programs, as users have them, before the tests run, and puts them on PATH. Scripts and shells
// call these, for a copy of the tests takes three times as long to start, which thousands of processes pay.
func TestMain(m *testing.M) {
	os.Exit(withPrograms(m))
}

// alone is the environment variable of a test that runs itself in a process of its own.
const alone = "IDSCOPE_TEST_ALONE"

// apart runs a test beside others, in a process of its own, in which it returns false: for what has the working folder
// of its process, or leaves something in it.
func apart(t *testing.T) bool {
	if os.Getenv(alone) != "" {
		return false
	}
	t.Parallel()
	asked := func(name string) string { return flag.Lookup("test." + name).Value.String() }
	pattern, n := "^"+strings.ReplaceAll(t.Name(), "/", "$/^")+"$", strings.Count(t.Name(), "/")
	if parts := strings.SplitAfterN(asked("run"), "/", n+2); len(parts) > n+1 {
		pattern += "/" + parts[n+1]
	}
	args := []string{"-test.v", "-test.run=" + pattern, "-test.skip=" + asked("skip"), fmt.Sprint("-update=", *try.Update)}
	if end, ok := t.Deadline(); ok {
		args = append(args, fmt.Sprint("-test.timeout=", time.Until(end)*9/10))
	}
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), alone+"=1")
	out, err := c.CombinedOutput()
	switch ended := func(how string) bool { return bytes.Contains(out, []byte("--- "+how+": "+t.Name()+" ")) }; {
	case err == nil && ended("SKIP"):
		t.Skipf("%s", out)
	case err != nil || !ended("PASS"):
		t.Errorf("%v\n%s", err, out)
	default:
		t.Logf("%s", out)
	}
	return true
}

func withPrograms(m *testing.M) int {
	quick := func(arg string) bool {
		return strings.HasPrefix(arg, "-test.fuzz") || strings.HasPrefix(arg, "-test.list")
	}
	debug.SetGCPercent(400) // calls are short, and leave much
	if slices.ContainsFunc(os.Args[1:], quick) || os.Getenv(alone) != "" {
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "idscope")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	for name, folder := range map[string]string{"idscope": "..", "idscope-full": "./idscope-full"} {
		if err := try.Build(folder, filepath.Join(dir, name)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	if signal.Ignored(syscall.SIGHUP) { // as nohup has it: what tests start is to have it not
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	os.Setenv("TZ", "Asia/Kathmandu") // what depends on it says so
	os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return m.Run()
}

// TestScripts runs every script of testdata/script, each in folders of its own.
func TestScripts(t *testing.T) {
	if apart(t) {
		return
	}
	testscript.RunT(serial{t}, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: false,
		UpdateScripts:       *try.Update,
		Condition: func(name string) (bool, error) { // [shm]: there is a file system in memory
			if name != "shm" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			_, err := os.Stat("/dev/shm")
			return err == nil, nil
		},
		Setup: func(e *testscript.Env) error {
			for name, value := range private(e.WorkDir) {
				e.Setenv(name, value)
			}
			e.Setenv("NOON", fmt.Sprintf("Etc/GMT%+d", time.Now().UTC().Hour()-12)) // a zone where it is about noon
			e.Values[input{}], e.Values[tester{}] = new(string), e.T().(serial).T
			return os.MkdirAll(filepath.Join(e.WorkDir, "home"), 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"idscope": idscopeCmd, "refused": refusedCmd, "input": inputCmd, "lines": linesCmd, "earlier": earlierCmd,
			"server": serverCmd,
		},
	})
}

// serial runs scripts one after the other: the working folder of the test is that of the script.
type serial struct{ *testing.T }

func (serial) Parallel()     {}
func (serial) Verbose() bool { return testing.Verbose() }
func (t serial) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { f(serial{t}) })
}

// input is the key of what the next call of a script reads from stdin.
type input struct{}

// inputCmd is "input FILE": the next call reads the file from stdin.
func inputCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: input FILE")
	}
	*ts.Value(input{}).(*string) = ts.ReadFile(args[0])
}

// idscopeCmd is "idscope ...": JSON that the call writes is as the schemas of its command say.
func idscopeCmd(ts *testscript.TestScript, neg bool, args []string) {
	if status := scriptCall(ts, args).status; (status != 0) != neg {
		ts.Fatalf("idscope %s ended with status %d", strings.Join(args, " "), status)
	}
}

// scriptCall runs the program inside the test, with the folder and the environment of a script: a process takes 25 ms.
// A call that idscope hands over to idscope-full is a process, as it is for users, and so is one in another zone, which
// a process reads when it starts.
func scriptCall(ts *testscript.TestScript, args []string) result {
	stdin := ts.Value(input{}).(*string)
	var out, errs bytes.Buffer
	e := Environment{Args: args, In: strings.NewReader(*stdin), Out: &out, Err: &errs, Clock: gen.SystemClock(),
		Getenv: ts.Getenv}
	withoutFull(&e)
	back, err := os.Getwd()
	ts.Check(err)
	defer os.Chdir(back)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	for _, name := range []string{"PATH", "TMPDIR", "IDSCOPE_STORE_PASSWORD_FILE"} {
		defer putVariable(name, ts.Getenv(name))()
	}
	got := result{Main(e), out.String(), errs.String()}
	if ts.Getenv("TZ") != "" || strings.Contains(got.err, noFull) {
		if *stdin != "" {
			ts.Fatalf("idscope %s is a process: use stdin for its input", strings.Join(args, " "))
		}
		got = processOf(ts, args)
	}
	*stdin = ""
	if strings.Contains(got.out+got.err, testserver.Password) {
		ts.Fatalf("idscope %s shows the password of a server: %s%s", strings.Join(args, " "), got.out, got.err)
	}
	_, _ = io.WriteString(ts.Stdout(), got.out) // to memory
	_, _ = io.WriteString(ts.Stderr(), got.err)
	if slices.ContainsFunc(args, func(arg string) bool { return strings.Contains(arg, "json") }) {
		ts.Check(checkJSON(args, got.out))
	}
	return got
}

// tester is the key of a script's test.
type tester struct{}

// serverCmd is "server KIND": it starts that server for the script, which is left out where none is demanded. Its URL
// is in the variable of its kind, that with another password in $WRONG, and a call of its own client in $SQL.
func serverCmd(ts *testscript.TestScript, neg bool, args []string) {
	start := map[string]func(testing.TB, string, ...string) *testserver.Server{"etcd": testserver.Etcd,
		"redis": testserver.Redis, "postgres": testserver.Postgres, "mariadb": testserver.MariaDB}
	if neg || len(args) != 1 || start[args[0]] == nil {
		ts.Fatalf("usage: server etcd|redis|postgres|mariadb")
	}
	s := start[args[0]](ts.Value(tester{}).(*testing.T), "what calls say of it")
	host, port, _ := strings.Cut(s.Addr, ":")
	at := strings.NewReplacer("HOST", host, "PORT", port, "PASSWORD", testserver.Password, "URL", s.URL)
	client := at.Replace(map[string]string{"redis": "redis-cli -h HOST -p PORT --no-auth-warning -a PASSWORD",
		"postgres": "psql -qAt -v ON_ERROR_STOP=1 URL -c",
		"mariadb":  "mariadb -hHOST -PPORT -uidscope -pPASSWORD -e"}[args[0]])
	if args[0] == "mariadb" {
		ts.Check(ts.Exec("sh", "-c", client+" 'CREATE DATABASE ids'"))
		s.URL, client = s.URL+"ids", client[:len(client)-len("-e")]+"ids -e"
	}
	ts.Setenv(strings.ToUpper(args[0]), s.URL)
	ts.Setenv("WRONG", strings.Replace(s.URL, testserver.Password, "wrong", 1))
	ts.Setenv("SQL", client)
}

// noFull is in the error of a call that needs idscope-full and does not have it.
const noFull = ", which is not beside this program nor on PATH"

// withoutFull is for a call that would else replace the tests by idscope-full.
func withoutFull(e *Environment) {
	getenv := e.Getenv
	e.Getenv = func(name string) string {
		if name == "IDSCOPE_FULL" {
			return "1"
		}
		return getenv(name)
	}
}

// putVariable gives the test's process a variable of a script, none for "", and returns what puts back what was.
func putVariable(name, value string) (back func()) {
	was, had := os.LookupEnv(name)
	back = func() { os.Unsetenv(name) }
	if had {
		back = func() { os.Setenv(name, was) }
	}
	if value == "" {
		os.Unsetenv(name)
	} else {
		os.Setenv(name, value)
	}
	return back
}

// private is the environment of a test: all that idscope looks at.
func private(dir string) map[string]string {
	return map[string]string{
		"HOME": filepath.Join(dir, "home"), "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "",
		"IDSCOPE_STATE": filepath.Join(dir, "state"), "IDSCOPE_CLAIMS": filepath.Join(dir, "claims"),
		"IDSCOPE_WORKER": "", "NO_COLOR": "", "CLICOLOR": "", "CLICOLOR_FORCE": "", "FORCE_COLOR": "", "COLUMNS": "",
		"TERM": "",
	}
}

// earlierCmd is "earlier KIND PATH": it puts the record or the claim of an earlier build there.
func earlierCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: earlier record|claim PATH")
	}
	text, err := os.ReadFile("../gen/worker/testdata/earlier.hex")
	ts.Check(err)
	_, digits, _ := strings.Cut(string(text), "-- "+args[0]+" --\n")
	digits, _, _ = strings.Cut(digits, "-- ")
	content, err := hex.DecodeString(strings.Join(strings.Fields(digits), ""))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), content, 0o600))
}

// processOf runs the program as a process, which reads what the command "stdin" of scripts says.
func processOf(ts *testscript.TestScript, args []string) result {
	err := ts.Exec("idscope", args...)
	got := result{0, ts.ReadFile("stdout"), ts.ReadFile("stderr")}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got.status = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	return got
}

// refusedCmd is "refused STATUS idscope ...": the call ends with that status, an
// error of one line, at most one hint, and nothing on stdout.
func refusedCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "idscope" {
		ts.Fatalf("usage: refused STATUS idscope ...")
	}
	got, call := scriptCall(ts, args[2:]), strings.Join(args[1:], " ")
	if want, _ := strconv.Atoi(args[0]); got.status != want {
		ts.Fatalf("%s ended with status %d; want %d", call, got.status, want)
	}
	if got.out != "" {
		ts.Fatalf("%s wrote %q to stdout; want nothing", call, got.out)
	}
	lines := strings.Split(strings.TrimSuffix(got.err, "\n"), "\n")
	if !strings.HasPrefix(lines[0], "idscope: error: ") || len(lines) > 2 ||
		len(lines) == 2 && !strings.HasPrefix(lines[1], "idscope: hint: ") {
		ts.Fatalf("%s wrote %q to stderr; want one line of error, at most one of hint", call, lines)
	}
}

// linesCmd is "lines N FILE": the file has N different lines.
func linesCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines N FILE")
	}
	seen := map[string]bool{}
	n := 0
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		if seen[line] {
			ts.Fatalf("%q is given twice", line)
		}
		seen[line] = true
		n++
	}
	if want, _ := strconv.Atoi(args[0]); n != want {
		ts.Fatalf("%s has %d lines; want %d", args[1], n, want)
	}
}

// result is what a call left behind.
type result struct {
	status   int
	out, err string
}

// call runs the program inside the test, with folders of its own.
func call(t *testing.T, change func(*Environment), args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	vars := private(t.TempDir())
	e := Environment{Args: args, In: strings.NewReader(""), Out: &out, Err: &errs, Clock: gen.SystemClock(),
		Getenv: func(name string) string { return vars[name] }}
	if change != nil {
		change(&e)
	}
	return result{Main(e), out.String(), errs.String()}
}
