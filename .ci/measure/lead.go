package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// fresh is a folder that nobody used: borrowed time is of one run alone.
func (m *measurement) fresh() string {
	dir, err := os.MkdirTemp(m.dir, "state")
	if err != nil {
		fail(err)
	}
	return dir
}

// folders is the environment that makes idscope keep its records in a folder. The
// claims go with them: a worker's number belongs to one state folder.
func folders(dir string) string {
	return "IDSCOPE_STATE=" + dir + " IDSCOPE_CLAIMS=" + dir + ".claims"
}

// lead is how far ahead of the clock a run ended that kept its records in a folder;
// where the maker is random there is no record, and the last id of one more run is
// read, to the second that its scheme has.
func (m *measurement) lead(p process, dir string) time.Duration {
	c := exec.Command(m.idscope, "worker", "list", "--json")
	c.Env = append(os.Environ(), strings.Fields(folders(dir))...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		fail(err)
	}
	if len(out) == 0 {
		return m.leadOfLast(p)
	}
	lead, err := parseLead(string(out))
	if err != nil {
		fail(err)
	}
	return lead
}

func (m *measurement) leadOfLast(p process) time.Duration {
	scheme := strings.Fields(p.line)[2]
	c := exec.Command("bash", "-c", fmt.Sprintf("set -o pipefail; %s | tail -n 1 | %s inspect --json=brief --as %s",
		p.line, m.idscope, scheme))
	c.Env = append(os.Environ(), strings.Fields(p.env)...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		fail(err)
	}
	var last struct{ Time time.Time }
	if err := json.Unmarshal(out, &last); err != nil {
		fail(err)
	}
	return max(0, time.Until(last.Time))
}

// parseLead is the most that a record's last time is after the moment it was
// written, one JSON object a line; 0 where none is ahead.
func parseLead(text string) (time.Duration, error) {
	var lead time.Duration
	for line := range strings.Lines(text) {
		var record struct{ Last, Updated time.Time }
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			return 0, err
		}
		lead = max(lead, record.Last.Sub(record.Updated))
	}
	return lead, nil
}
