//go:build unix

package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/internal/guard"
	"idscope/gen/internal/histories"
	"idscope/gen/testing/try"

	"golang.org/x/sys/unix"
)

// call describes a helper process: this test binary, which makes identifiers and
// prints them, one a line. Each of its calls is like a process of its own, with
// a folder, a record and a generator made anew.
type call struct {
	State, Claims string
	Worker        string // a number, auto, few: auto among two numbers, or a value: the layout has no worker
	Calls         int
	Stop          string // "point:n": at the n-th time there, see [watched]
	Full          bool   // no file can grow or be written
	via           []string
	uid           int
	groups        []uint32 // beside the user's own, which has his number
	binary        string
}

// TestMain is also the helper process. Tests that start processes run beside each other and beside what needs no files,
// but not beside tests of locks: a process that is starting holds the locks of this one for a moment.
func TestMain(m *testing.M) {
	if text := os.Getenv("IDSCOPE_WORKER_HELPER"); text != "" {
		var c call
		err := json.Unmarshal([]byte(text), &c)
		if err == nil {
			err = c.help()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// text is what the helper process is told.
func (c call) text() string {
	b, _ := json.Marshal(c)
	return string(b)
}

func (c call) command(t testing.TB) *exec.Cmd {
	binary := c.binary
	if binary == "" {
		binary = try.Of(os.Executable()).Or(t)
	}
	args := append(slices.Clone(c.via), binary)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", "IDSCOPE_WORKER_HELPER="+c.text())
	if c.uid != 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(c.uid), Gid: uint32(c.uid),
			Groups: c.groups}}
		cmd.Dir = "/"
	}
	return cmd
}

func (c call) folder() Folder {
	return Folder{State: c.State, Claims: c.Claims, Host: DefaultHost()}
}

// help is the helper process.
func (c call) help() error {
	at := make(map[string]int)
	f := c.folder()
	f.Warn = func(s string) { fmt.Fprintln(os.Stderr, "warning:", s) }
	f = watched(f, func(point string) {
		at[point]++
		if point+":"+strconv.Itoa(at[point]) == c.Stop {
			fmt.Println("stopped")
			unix.Kill(os.Getpid(), unix.SIGSTOP)
			os.Stdin.Read(make([]byte, 1)) // the signal may come a moment later
		}
	})
	if c.Full {
		signal.Ignore(syscall.SIGXFSZ)
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{}); err != nil {
			return err
		}
	}
	return c.make(f, func(id string) { os.Stdout.WriteString(id) })
}

// make makes the identifiers, and tells each line as soon as it is made.
func (c call) make(f Folder, line func(string)) error {
	for range c.Calls {
		id, err := once(f, c.Worker)
		if err != nil {
			return err
		}
		line(id + "\n")
	}
	return nil
}

// once is one call of the tool.
func once(f Folder, worker string) (string, error) {
	ctx, s := context.Background(), snowflake()
	var o gen.Options
	layout := map[string]string{"few": "time:50 worker:1 seq:12"}[worker]
	if value, ok := strings.CutPrefix(worker, "cluster="); ok {
		n, _ := strconv.ParseUint(value, 10, 64)
		layout, o.Set = "time:45 cluster:3 seq:12", []gen.Assignment{{Field: "cluster", Value: gen.ID{Lo: n}}}
	}
	if layout != "" {
		s.Layout, _ = gen.ParseLayout(layout)
	}
	var r *Record
	n, err := strconv.ParseUint(worker, 10, 64)
	if err == nil {
		r, err = f.Number(ctx, s, n, s.Lead())
	} else {
		r, err = f.Auto(ctx, s, s.Lead(), o.Set...)
	}
	if err != nil {
		return "", err
	}
	defer r.Close()
	if n = r.Worker(); s.WorkerBits() > 0 {
		o.Worker = &n
	}
	o.Ledger = r
	g, err := gen.New(s, o)
	if err != nil {
		return "", err
	}
	id, err := g.Next(ctx)
	return strconv.FormatUint(id.Lo, 10), err
}

// union collects the complete lines of many processes.
type union struct {
	t    testing.TB
	mu   sync.Mutex
	seen map[string]bool
}

func newUnion(t testing.TB) *union { return &union{t: t, seen: make(map[string]bool)} }

// add notes a line.
func (u *union) add(line string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	try.Equal(u.t, u.seen[line], false, "%s was made before:", strings.TrimSpace(line))
	u.seen[line] = true
}

// read adds all lines until the end.
func (u *union) read(from *bufio.Reader) {
	for line, err := from.ReadString('\n'); err == nil; line, err = from.ReadString('\n') {
		u.add(line)
	}
}

// run starts the processes together and waits for all; it returns what they
// said, and fails the test if one failed that should not.
func (u *union) run(fail bool, calls ...call) string {
	u.t.Helper()
	var wait sync.WaitGroup
	var said strings.Builder
	for _, c := range calls {
		cmd := c.command(u.t)
		out := try.Of(cmd.StdoutPipe()).Or(u.t)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		try.Works(u.t, cmd.Start())
		wait.Go(func() {
			u.read(bufio.NewReader(out))
			err := cmd.Wait()
			u.mu.Lock()
			defer u.mu.Unlock()
			said.WriteString(stderr.String())
			try.Equal(u.t, err != nil, fail, "helper %+v: %v: %s: it fails:", c, err, stderr.String())
		})
	}
	wait.Wait()
	return said.String()
}

// fails wants the process to fail, and to say one line with those words.
func (u *union) fails(c call, words ...string) {
	u.t.Helper()
	said := u.run(true, c)
	try.Equal(u.t, strings.Count(said, "\n"), 1, "said %q, lines:", said)
	for _, want := range words {
		try.Contains(u.t, said, want, "said")
	}
}

func (u *union) want(n int) {
	u.t.Helper()
	try.Equal(u.t, len(u.seen), n, "different ids:")
}

func newCall(t testing.TB, worker string, calls int) call {
	dir := t.TempDir()
	return call{State: dir + "/state", Claims: dir + "/claims", Worker: worker, Calls: calls}
}

func TestStorm(t *testing.T) {
	t.Parallel()
	for _, worker := range []string{"7", "auto", "few"} {
		u := newUnion(t)
		c := newCall(t, worker, 20)
		try.Equal(t, u.run(false, c, c, c, c, c, c, c, c), "", "worker %s: said", worker)
		u.want(8 * 20)
	}
}

// Processes are killed before each call of the operating system: in the first use of a
// number, in the next one, and after the record was deleted. Of what they do afterwards
// nothing happens, and what they had open is closed.
func TestKilledAtEachCall(t *testing.T) {
	t.Parallel()
	for _, worker := range []string{"7", "auto"} {
		for _, first := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s first %t", worker, first), func(t *testing.T) {
				t.Parallel()
				u, c := newUnion(t), newCall(t, worker, 2)
				for n, killed := 1, true; killed; n++ {
					if first {
						c = newCall(t, worker, 2)
					} else if n%8 == 0 {
						os.Remove(file(Folder{State: c.State}, snowflake(), 7))
					}
					killed = u.kill(c, n)
					try.Works(t, c.make(c.folder(), u.add))
					if n > 1000 {
						t.Fatal("it makes more calls than it can")
					}
				}
			})
		}
	}
}

// kill plays the process, and kills it before that call of the operating system; false is that
// it makes fewer.
func (u *union) kill(c call, left int) bool {
	u.t.Helper()
	f := c.folder()
	f.FS = &histories.Files{At: func(_, _ string, done bool) {
		if !done {
			left--
		}
		if left <= 0 {
			panic(histories.Killed{})
		}
	}}
	return histories.Dies(func() { try.Works(u.t, c.make(f, u.add)) })
}

// A holder of the lock that is stopped is named, and nobody goes past it.
func TestStoppedHolder(t *testing.T) {
	u := newUnion(t)
	c := newCall(t, "7", 3)
	c.Stop = "reserved:2"
	cmd := c.command(t)
	out := try.Of(cmd.StdoutPipe()).Or(t)
	goOn, err := cmd.StdinPipe()
	try.Works(t, err)
	try.Works(t, cmd.Start())
	in := bufio.NewReader(out)
	for line := ""; line != "stopped\n"; {
		line = try.Of(in.ReadString('\n')).Or(t)
		u.add(line)
	}
	f := Folder{State: c.State, Claims: c.Claims, patience: 50 * time.Millisecond}
	_, err = once(f, "7")
	pid := strconv.Itoa(cmd.Process.Pid)
	want := "the record of snowflake worker 7 is locked by another process; process " + pid + " wrote it last"
	if runtime.GOOS == "linux" {
		want = "the record of snowflake worker 7 is locked by process " + pid + " (" + firstLine("/proc/"+pid+"/comm") + ")"
		try.Equal(t, fault.Hint(err), "kill -CONT "+pid+" lets it go on if it is stopped, kill "+pid+" ends it; "+
			"or use another worker number", "hint")
	}
	try.Equal(t, fmt.Sprint(err), want, "error")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, _ := f.Number(context.Background(), snowflake(), 7, 0)
	try.Equal(t, r.Update(ctx, func(*gen.Mark) error { return nil }), context.Canceled, "error")
	try.Of(once(f, "auto")).Or(t) // another number
	cmd.Process.Signal(syscall.SIGCONT)
	goOn.Write([]byte{0})
	u.read(in)
	try.Works(t, cmd.Wait())
	u.run(false, call{State: c.State, Claims: c.Claims, Worker: "7", Calls: 3})
}

// A write that fails loses its numbers and prints nothing.
func TestFullDisk(t *testing.T) {
	u := newUnion(t)
	c := newCall(t, "7", 3)
	full := c
	full.Full = true
	for n := range 2 { // without a record, and with one
		u.fails(full, "cannot be used: ")
		u.want(3 * n)
		u.run(false, c)
	}
	u.want(6)
}

// unshared returns the command line that runs a helper in its own mount and
// process namespaces, after a shell command.
func unshared(t *testing.T, first string) []string {
	if err := exec.Command("unshare", "-m", "-p", "-f", "true").Run(); err != nil {
		t.Skipf("namespaces cannot be created here: unshare: %v", err)
	}
	return []string{"unshare", "-m", "-p", "-f", "sh", "-c", first + ` && exec "$0"`}
}

func TestContainersOnOneVolume(t *testing.T) {
	t.Parallel()
	for _, worker := range []string{"7", "auto"} {
		u := newUnion(t)
		c := newCall(t, worker, 50)
		boxed := c
		boxed.via = unshared(t, "true")
		u.run(false, boxed, boxed, boxed, c)
		u.want(200)
	}
}

func TestReadOnlyFolders(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"state", "claims"} {
		u := newUnion(t)
		c := newCall(t, "7", 3)
		os.MkdirAll(c.State, 0o700)
		os.MkdirAll(c.Claims, 0o777)
		path := c.State
		if what == "claims" {
			path = c.Claims
		}
		r := c
		r.via = unshared(t, fmt.Sprintf("mount --bind %[1]s %[1]s && mount -o remount,ro,bind %[1]s", path))
		u.fails(r, path, "read-only")
		u.want(0)
		u.run(false, c)
		u.want(3)
	}
}

// asUsers returns two calls of two users that can run this binary, and a folder
// that both can write to.
func asUsers(t *testing.T, c call) (a, b call, dir string) {
	if os.Getuid() != 0 {
		t.Skip("only root can be two users")
	}
	dir = try.Of(os.MkdirTemp("", "users")).Or(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	os.Chmod(dir, 0o777|os.ModeSticky)
	binary := try.Of(os.Executable()).Or(t)
	c.binary = filepath.Join(dir, "helper")
	try.Works(t, exec.Command("cp", binary, c.binary).Run())
	os.Chmod(c.binary, 0o755)
	c.Claims = dir + "/claims"
	a, b = c, c
	a.uid, b.uid = 64001, 64002
	a.State, b.State = dir+"/a", dir+"/b"
	return a, b, dir
}

func TestTwoUsers(t *testing.T) {
	t.Parallel()
	a, b, dir := asUsers(t, call{Worker: "auto", Calls: 20})
	u := newUnion(t)
	u.run(false, a, b, a, b)
	u.want(80)
	a.Worker, b.Worker = "99", "99"
	u.run(false, a)
	u.fails(b, "snowflake worker 99 belongs to uid 64001, state directory "+a.State)
	os.RemoveAll(a.State) // his claim stays his: another user may not write it
	u.fails(b, "snowflake worker 99 belongs to uid 64001")

	shared := dir + "/shared"
	os.Mkdir(shared, 0o700)
	os.Chmod(shared, 0o777|os.ModeSticky)
	a.State, b.State = shared, shared
	a.Worker, b.Worker = "100", "100"
	u.run(false, a, b, a, b)
	a.Worker, b.Worker = "auto", "auto"
	u.run(false, a, b, a, b)
	u.want(80 + 20 + 160)
}

// Two users who share a folder of their group share its records, also of a layout
// without a worker; with folders of their own each needs another value.
func TestUsersOfOneGroup(t *testing.T) {
	t.Parallel()
	a, b, dir := asUsers(t, call{Worker: "cluster=0", Calls: 20})
	const group = 64100
	a.groups, b.groups = []uint32{group}, []uint32{group}
	for _, mode := range []os.FileMode{0o770, 0o770 | os.ModeSetgid, 0o770 | os.ModeSetgid | os.ModeSticky} {
		u := newUnion(t)
		a.State = fmt.Sprintf("%s/shared%o", dir, uint32(mode))
		a.Claims = a.State + "-claims"
		b.State, b.Claims = a.State, a.Claims
		os.Mkdir(a.State, 0o700)
		os.Chown(a.State, 0, group)
		os.Chmod(a.State, mode)
		try.Equal(t, u.run(false, a), "", "%v: said", mode)
		root := a
		root.uid = 0
		u.run(false, b, a, b, root, a)
		u.want(120)
		uid, gid := guard.OwnerOf(try.Of(os.Stat(a.Claims)).Or(t))
		try.Equal(t, uid+gid, 0, "root makes the claims his own: user and group")
	}
	u := newUnion(t)
	own := b
	own.State = dir + "/own"
	u.fails(own, "belongs to uid 64001") // an equal value in another folder
	own.Worker = "cluster=1"
	u.run(false, a, own, a, own)
	u.want(80)
}

// What root makes in a user's folder is the user's, as if he had made it.
func TestRootKeepsTheOwner(t *testing.T) {
	a, _, dir := asUsers(t, call{Worker: "auto", Calls: 2})
	u := newUnion(t)
	home := dir + "/home"
	os.Mkdir(home, 0o755)
	os.Chown(home, a.uid, a.uid)
	a.State = home + "/.local/state/idscope"
	root := a
	root.uid = 0
	u.run(false, root)
	a.Worker = "0"
	try.Equal(t, u.run(false, a, a), "", "said")
	u.want(6)
	filepath.Walk(home, func(path string, info os.FileInfo, err error) error {
		uid, gid := guard.OwnerOf(info)
		try.Equal(t, uid == a.uid && gid == a.uid, true, "%s belongs to the user, and not to %d:%d:", path, uid, gid)
		return nil
	})
}

// A service with a private /var/tmp, as systemd's PrivateTmp= gives it, does not
// see the claims of the others: it is refused. A folder that was mounted on
// purpose is the same for all who mount it.
func TestPrivateTemporaryFolder(t *testing.T) {
	t.Parallel()
	u := newUnion(t)
	c := newCall(t, "auto", 3)
	dir, own := filepath.Dir(c.Claims), t.TempDir()
	u.run(false, c)
	boxed := c
	boxed.State += "-boxed"
	boxed.via = unshared(t, fmt.Sprintf("mount --bind %s %s && mkdir -p %s", own, dir, filepath.Dir(boxed.State)))
	u.fails(boxed, "cannot be claimed for the whole host")
	shared := c
	shared.State += "-shared"
	shared.via = unshared(t, fmt.Sprintf("mount --bind %[1]s %[1]s", c.Claims))
	u.run(false, shared, c, shared, c)
	u.want(3 + 4*3)
}

// A file system is cloned and both are mounted: every inode is there twice.
func TestClonedFileSystem(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("mkfs.ext4"); err != nil || os.Getuid() != 0 {
		t.Skip("a file system to clone needs root and mkfs.ext4")
	}
	for _, worker := range []string{"7", "auto"} {
		u := newUnion(t)
		c := newCall(t, worker, 10)
		dir := t.TempDir()
		binary := try.Of(os.Executable()).Or(t)
		first, second := c, c
		first.State, second.State = dir+"/a/state", dir+"/b/state"
		use := fmt.Sprintf("IDSCOPE_WORKER_HELPER='%s' %s", first.text(), binary)
		second.via = unshared(t, strings.Join([]string{"cd " + dir, "mkdir a b", "truncate -s 8M one", "mkfs.ext4 -q one",
			"mount -o loop one a", use, "umount a", "cp one two", "mount -o loop one a", "mount -o loop two b", use}, " && "))
		if worker == "auto" { // takes another number
			u.run(false, second)
			u.want(30)
			continue
		}
		u.fails(second, "snowflake worker 7 belongs to")
		u.want(20)
	}
}

// systemd-tmpfiles removes old files of /var/tmp, but none with a sticky bit.
func TestClaimsOutliveTmpfiles(t *testing.T) {
	if _, err := exec.LookPath("systemd-tmpfiles"); err != nil {
		t.Skip("systemd-tmpfiles is not installed")
	}
	u := newUnion(t)
	c := newCall(t, "7", 3)
	u.run(false, c)
	dir := filepath.Dir(c.Claims)
	try.Works(t, os.WriteFile(dir+"/old", nil, 0o600))
	rules := filepath.Join(t.TempDir(), "rules.conf")
	try.Works(t, os.WriteFile(rules, []byte("d "+dir+" 0755 - - 0\n"), 0o600))
	if out, err := exec.Command("systemd-tmpfiles", "--clean", rules).CombinedOutput(); err != nil {
		t.Skipf("systemd-tmpfiles: %v: %s", err, out)
	}
	try.Of(os.Stat(dir+"/old")).Fails(t, fs.ErrNotExist, "an ordinary file:")
	for _, name := range []string{"born", "ca199ecc28af70d0-7"} {
		try.Of(os.Stat(filepath.Join(c.Claims, name))).Or(t)
	}
}
