package main

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
)

// versions are those of the system, of Go, of the programs that ours is compared
// with, and of the libraries in the loops.
func versions() []string {
	list := []string{runtime.Version()}
	if text, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		release, _, _ := strings.Cut(strings.TrimSpace(string(text)), "-") // what a distribution adds says nothing
		list = append(list, "Linux "+release)
	}
	if memory := entry1("/proc/meminfo", "MemTotal"); memory != "" {
		list = append(list, "memory "+memory)
	}
	for _, command := range []string{"uuidgen --version", "dpkg-query -W -f=OSSP_uuid_${Version} uuid", "sort --version"} {
		words := strings.Fields(command)
		if out, err := exec.Command(words[0], words[1:]...).Output(); err == nil {
			list = append(list, strings.ReplaceAll(firstLine(string(out)), "_", " "))
		}
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if !strings.HasPrefix(d.Path, "golang.org/") {
				list = append(list, d.Path+" "+d.Version)
			}
		}
	}
	return list
}

// model is the name of the processor.
func model() string {
	if name := entry1("/proc/cpuinfo", "model name"); name != "" {
		return name
	}
	return runtime.GOARCH
}

// entry1 is the first value of a name in a file of lines NAME: VALUE.
func entry1(path, name string) string {
	text, _ := os.ReadFile(path)
	for line := range strings.Lines(string(text)) {
		if n, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(n) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
