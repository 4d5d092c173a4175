package cli

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// Machine is what a measurement depends on besides the code.
type Machine struct {
	Go   string `json:"go"`
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPUs int    `json:"cpus"`
	CPU  string `json:"cpu,omitempty"`
}

func (a *App) Machine() Machine {
	return Machine{runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), processor()}
}

// String is one line.
func (m Machine) String() string {
	text := fmt.Sprintf("%s %s/%s, %d CPUs", m.Go, m.OS, m.Arch, m.CPUs)
	if m.CPU != "" {
		text += ", " + m.CPU
	}
	return text
}

// processor is its name where Linux tells; empty elsewhere.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(name) == "model name" {
			return OneLine(value)
		}
	}
	return ""
}
