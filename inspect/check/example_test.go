package check_test

import (
	"context"
	"fmt"
	"strings"

	"idscope/inspect/check"
	"idscope/inspect/lines"
)

func ExampleRun() {
	text := "017F22E2-79B0-7CC3-98C4-DC0C0C07398F\n1541815603606036480\n017f22e279b07cc398c4dc0c0c07398f\n-1\n"
	report, err := check.Run(context.Background(), []lines.Input{{Name: "ids.txt", R: strings.NewReader(text)}},
		check.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, k := range report.Kinds {
		fmt.Println(k.Name, k.IDs)
	}
	for _, d := range report.Duplicates.Lowest {
		fmt.Println(d.Text, "on", d.Lines, "lines")
	}
	for _, i := range report.Invalid.First {
		fmt.Printf("%s:%d: %s %s\n", i.File, i.Line, i.Text, i.Reason)
	}
	// Output:
	// uuidv7 2
	// integer 1
	// 017f22e2-79b0-7cc3-98c4-dc0c0c07398f on 2 lines
	// ids.txt:4: -1 is not an id of a known shape; use an integer, UUID, ObjectID, ULID or xid
}
