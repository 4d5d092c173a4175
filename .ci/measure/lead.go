package main

import (
	"encoding/json"
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

// lead is how far ahead of the clock a run ended that kept its records in a folder.
func (m *measurement) lead(dir string) time.Duration {
	c := exec.Command(m.idscope, "worker", "list", "--json")
	c.Env = append(os.Environ(), strings.Fields(folders(dir))...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		fail(err)
	}
	lead, err := parseLead(string(out))
	if err != nil {
		fail(err)
	}
	return lead
}

// parseLead is the most that a record's last time is after the moment it was
// written, one JSON object a line; 0 where no record is ahead or there is none, as
// for a scheme whose maker is random.
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
