package worker

import (
	"os"
	"path/filepath"
	"strings"

	"idscope/gen/internal/guard"
)

// initialPIDs is the PID namespace that the machine starts with (Linux,
// include/linux/proc_ns.h, PROC_PID_INIT_INO).
const initialPIDs = "pid:[4026531836]"

// private says why other processes of this host may see another folder at that
// path: systemd's PrivateTmp= and DynamicUser= mount one that is the service's
// own. It compares what is mounted there with what process 1 sees, whose list of
// mounts every user may read (proc_pid_mountinfo(5)).
func private(path string) string {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(dir, filepath.Base(path))
	}
	own, ok := mountOf("/proc/self/mountinfo", path)
	if !ok {
		return ""
	}
	first, known := mountOf("/proc/1/mountinfo", path)
	if known && (own.device != first.device || own.place(path) != first.place(path)) {
		return "is on a mount of its own, which other services do not see (" + own.root + " on " + own.point + ")"
	}
	if known && processSpace() == initialPIDs {
		return ""
	}
	// In a container, process 1 is its own. A part of another file system that is
	// mounted above the folder can be a private one; mounted at it, it was meant.
	if own.root != "/" && own.point != path && own.kind != "btrfs" { // whose volumes have roots of their own
		return "may be private: " + own.root + " is mounted on " + own.point
	}
	return ""
}

func processSpace() string {
	space, _ := os.Readlink("/proc/self/ns/pid")
	return space
}

// mount is a line of mountinfo.
type mount struct{ device, root, point, kind string }

// place is where a path is in the file system that is mounted.
func (m *mount) place(path string) string {
	return filepath.Join(m.root, strings.TrimPrefix(path, m.point))
}

// mountOf finds the mount that a path is on: of those above it, or at it, the
// deepest, and of those the last.
func mountOf(list, path string) (m mount, ok bool) {
	text, err := readAll(list)
	if err != nil {
		return m, false
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) < 7 {
			continue
		}
		at := mount{device: f[2], root: unescape(f[3]), point: unescape(f[4])}
		for i := 6; i+1 < len(f); i++ {
			if f[i] == "-" {
				at.kind = f[i+1]
			}
		}
		if above(at.point, path) && len(at.point) >= len(m.point) {
			m, ok = at, true
		}
	}
	return m, ok
}

// above reports whether a folder is path, or holds it.
func above(folder, path string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(folder, "/"))
	return ok && (rest == "" || rest[0] == '/')
}

// unescape undoes what the kernel does to blanks and the like in a path.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(s)
}

func readAll(path string) ([]byte, error) {
	var text []byte
	f, err := guard.System{}.Open(path, os.O_RDONLY|guard.OpenFlags, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for b := make([]byte, 1<<14); ; {
		n, err := f.ReadAt(b, int64(len(text)))
		if text = append(text, b[:n]...); n == 0 || err != nil {
			return text, nil
		}
	}
}
