package cmd

import (
	"encoding/json"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"idscope/gen/worker"
)

func newWorkerList(a *app) *cobra.Command {
	o := &workerOptions{app: a}
	c := &cobra.Command{
		Use:               "list",
		Short:             "list all records",
		Long:              "list shows all records: how far each came, who wrote it last, and whether it can be used.",
		Example:           "  idscope worker list\n  idscope worker list --json\n  idscope worker list --state /tmp/state",
		Args:              noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return o.list() },
	}
	o.flags(c, false)
	return c
}

func (o *workerOptions) list() error {
	_, f, err := o.chosen(nil)
	if err != nil {
		return err
	}
	list, damage := f.List()
	if o.json {
		err = o.writeRecords(list)
	} else {
		_, err = io.WriteString(o.out, o.recordTable(list))
	}
	if err != nil {
		return stdout(err)
	}
	return damage
}

func (o *workerOptions) writeRecords(list []worker.Info) error {
	e := json.NewEncoder(o.out)
	for _, i := range list {
		if err := e.Encode(recordOf(i)); err != nil {
			return err
		}
	}
	return nil
}

func (o *workerOptions) recordTable(list []worker.Info) string {
	st := o.styles()
	rows := make([][]string, len(list))
	head := []string{"SCHEME", ">WORKER", "STATE", "LAST-ID", "WRITTEN"}
	valued := slices.ContainsFunc(list, func(r worker.Info) bool { return r.Values != "" })
	if valued {
		head = append(head, "VALUES")
	}
	for i, r := range list {
		rows[i] = []string{r.Scheme, strconv.FormatUint(r.Worker, 10), r.State, or(instant(r.LastTime), "-"), or(instant(r.Updated), "-")}
		if valued {
			rows[i] = append(rows[i], or(r.Values, "-"))
		}
	}
	return st.grid(head, rows, func(row, column int) style {
		switch {
		case row < 0 || column == 0:
			return st.bold
		case column == 2 && list[row].State != "ok":
			return st.warn
		}
		return st.plain
	})
}
