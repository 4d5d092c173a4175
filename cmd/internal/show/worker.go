package show

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"idscope/cmd/internal/ui"
	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/gen/worker"
)

// Records is the table of the records of workers.
func Records(pen *ui.Pen, list []worker.Info) string {
	t := &ui.Table{Head: []string{"SCHEME", ">WORKER", "STATE", "LAST-ID", "WRITTEN"}}
	t.Style = func(row, column int) ui.Style {
		if row >= 0 && column == 2 && list[row].State != "ok" {
			return ui.Warn
		}
		return ui.BoldNames(row, column)
	}
	valued := slices.ContainsFunc(list, func(r worker.Info) bool { return r.Values != "" })
	if valued {
		t.Head = append(t.Head, "VALUES")
	}
	for _, r := range list {
		row := []string{r.Scheme, strconv.FormatUint(r.Worker, 10), r.State,
			cmp.Or(quantity.FormatTime(r.LastTime.UTC()), "-"), cmp.Or(quantity.FormatTime(r.Updated.UTC()), "-")}
		if valued {
			row = append(row, cmp.Or(r.Values, "-"))
		}
		t.Rows = append(t.Rows, row)
	}
	return pen.Panels(t)
}

// Record shows a record of a scheme in full.
func Record(pen *ui.Pen, s *gen.Scheme, r *worker.Info) string {
	last := cmp.Or(quantity.FormatTime(r.LastTime.UTC()), "not known")
	if !r.Used {
		last = "none was generated"
	}
	list := []fact{{"state", r.State}, {"last id", last}}
	if r.Lead > 0 {
		list = append(list, fact{"longest lead", quantity.FormatDuration(r.Lead)})
	}
	if !r.Updated.IsZero() {
		list = append(list, fact{"written", fmt.Sprintf("%s by process %d", quantity.FormatTime(r.Updated.UTC()),
			r.PID)})
	}
	if r.Owner != "" {
		list = append(list, fact{"claimed by", r.Owner + ", for " + r.Folder})
	}
	list = append(list, fact{"file", r.Path}, fact{"layout", r.Layout})
	if r.State != "ok" {
		list = append(list, fact{"way out", "idscope worker repair; see its --help"})
	}
	return facts(pen, []ui.Styled{ui.Bold.Of(recordName(s.Name, s.WorkerBits() > 0, r.Worker, r.Values))}, list).String()
}

// recordName is how a record is called.
func recordName(scheme string, numbered bool, n uint64, values string) string {
	if numbered {
		scheme += " worker " + strconv.FormatUint(n, 10)
	}
	if values != "" {
		scheme += " with " + values
	}
	return scheme
}

// Repaired says in a line what was done with a record.
func Repaired(r *worker.Repaired, record bool) string {
	name := r.Path
	if record {
		name = recordName(r.Scheme, true, r.Worker, r.Values)
	}
	text := name + ": was " + r.Was + "; " + r.Did
	if !r.After.IsZero() {
		text += ", after " + quantity.FormatTime(r.After.UTC())
	}
	return text + "\n"
}
