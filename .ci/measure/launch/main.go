//go:build unix

// Command launch starts processes in turn and says what they took. It is small,
// since Linux counts the memory of whoever starts a process as the process's own:
// the peak is the larger one of before and after exec.
//
//	launch ROUNDS -- COMMAND ARG... -- COMMAND ARG...
//
// A line for each command has five numbers: the wall time in nanoseconds as median,
// as first quartile and of the fastest round, then the medians of the peak memory in
// KiB and of the processor time in nanoseconds.
package main

import (
	"os"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// warm is how many rounds are not counted: caches are cold.
const warm = 3

// samples are what the rounds of one command took.
type samples struct {
	command           []string
	wall, memory, cpu []int64
}

func main() {
	if len(os.Args) < 4 || os.Args[2] != "--" {
		fail("usage: launch ROUNDS -- COMMAND ARG... -- COMMAND ARG...")
	}
	rounds, err := strconv.Atoi(os.Args[1])
	if err != nil || rounds < 1 {
		fail("ROUNDS is not a number above 0: " + os.Args[1])
	}
	var list []*samples
	for _, arg := range os.Args[2:] {
		if arg == "--" {
			list = append(list, &samples{wall: make([]int64, 0, rounds), memory: make([]int64, 0, rounds),
				cpu: make([]int64, 0, rounds)})
			continue
		}
		last := list[len(list)-1]
		last.command = append(last.command, arg)
	}
	null, err := syscall.Open(os.DevNull, syscall.O_RDWR, 0)
	if err != nil {
		fail(err.Error())
	}
	attr := &syscall.ProcAttr{Env: os.Environ(), Files: []uintptr{uintptr(null), uintptr(null), 2}}
	for round := range rounds + warm {
		for _, s := range list {
			s.run(attr, round >= warm)
		}
	}
	for _, s := range list {
		os.Stdout.WriteString(s.line())
	}
}

// run starts the command once and waits for it.
func (s *samples) run(attr *syscall.ProcAttr, counts bool) {
	start := time.Now()
	pid, err := syscall.ForkExec(s.command[0], s.command, attr)
	if err != nil {
		fail(s.command[0] + ": " + err.Error())
	}
	var status syscall.WaitStatus
	var usage syscall.Rusage
	for {
		if _, err = syscall.Wait4(pid, &status, 0, &usage); err != syscall.EINTR {
			break
		}
	}
	wall := time.Since(start)
	if err != nil || status != 0 {
		fail(s.command[0] + " failed")
	}
	if !counts {
		return
	}
	memory := int64(usage.Maxrss)
	if runtime.GOOS == "darwin" {
		memory >>= 10 // there it is in bytes
	}
	s.wall = append(s.wall, wall.Nanoseconds())
	s.memory = append(s.memory, memory)
	s.cpu = append(s.cpu, syscall.TimevalToNsec(usage.Utime)+syscall.TimevalToNsec(usage.Stime))
}

// line is what the rounds took, as five numbers.
func (s *samples) line() string {
	var text []byte
	for _, list := range [][]int64{s.wall, s.memory, s.cpu} {
		slices.Sort(list)
	}
	n := len(s.wall)
	for _, v := range []int64{s.wall[n/2], s.wall[n/4], s.wall[0], s.memory[n/2], s.cpu[n/2]} {
		text = append(strconv.AppendInt(text, v, 10), ' ')
	}
	text[len(text)-1] = '\n'
	return string(text)
}

func fail(text string) {
	os.Stderr.WriteString("launch: " + text + "\n")
	os.Exit(1)
}
