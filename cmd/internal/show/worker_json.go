package show

import (
	"strconv"
	"strings"

	"idscope/gen/quantity"
	"idscope/gen/worker"
)

// recordObject is a record as JSON shows it.
type recordObject struct {
	Schema  int               `json:"schema"`
	Scheme  string            `json:"scheme"`
	Values  map[string]string `json:"values,omitempty"`
	Worker  string            `json:"worker"`
	State   string            `json:"state"`
	Used    bool              `json:"used"`
	Last    string            `json:"last,omitempty"`
	Lead    int64             `json:"lead_ns"`
	PID     int               `json:"pid,omitempty"`
	Updated string            `json:"updated,omitempty"`
	Owner   string            `json:"owner,omitempty"`
	Folder  string            `json:"folder,omitempty"`
	Path    string            `json:"path"`
	Layout  string            `json:"layout"`
	Key     string            `json:"key"`
}

// RecordObject returns a record for its JSON.
func RecordObject(i worker.Info) any {
	return recordObject{1, i.Scheme, valueMap(i.Values), strconv.FormatUint(i.Worker, 10), i.State, i.Used,
		quantity.FormatTime(i.LastTime.UTC()), int64(i.Lead), i.PID, quantity.FormatTime(i.Updated.UTC()), i.Owner,
		i.Folder, i.Path, i.Layout, i.Key}
}

// repairedObject is what was done, as JSON shows it.
type repairedObject struct {
	Schema int               `json:"schema"`
	Scheme string            `json:"scheme,omitempty"`
	Values map[string]string `json:"values,omitempty"`
	Worker string            `json:"worker"`
	Path   string            `json:"path"`
	Was    string            `json:"was"`
	Did    string            `json:"did"`
	After  string            `json:"after,omitempty"`
}

// RepairedObject returns what was done with a record for its JSON.
func RepairedObject(r worker.Repaired) any {
	n := strconv.FormatUint(r.Worker, 10)
	return repairedObject{1, r.Scheme, valueMap(r.Values), n, r.Path, r.Was, r.Did, quantity.FormatTime(r.After.UTC())}
}

// valueMap is "shard=7 user=3" as JSON shows it.
func valueMap(text string) map[string]string {
	var m map[string]string
	for _, word := range strings.Fields(text) {
		if m == nil {
			m = make(map[string]string)
		}
		name, value, _ := strings.Cut(word, "=")
		m[name] = value
	}
	return m
}
