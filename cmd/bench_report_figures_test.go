package cmd

import (
	"encoding/xml"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"idscope/cmd/internal/cli"
	"idscope/gen/testing/try"
)

// tablesOf are the tables of a page by their captions: the rows, each from the head of a column to
// its cell.
func tablesOf(t *testing.T, page string) map[string][]map[string]string {
	t.Helper()
	all := map[string][]map[string]string{}
	d := xml.NewDecoder(strings.NewReader(page))
	for {
		token, err := d.Token()
		if err != nil {
			return all
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "table" {
			continue
		}
		var table struct {
			Caption string   `xml:"caption"`
			Head    []string `xml:"thead>tr>th"`
			Rows    []struct {
				Name  string   `xml:"th"`
				Cells []string `xml:"td"`
			} `xml:"tbody>tr"`
		}
		try.Works(t, d.DecodeElement(&table, &start))
		for _, r := range table.Rows {
			row := map[string]string{table.Head[0]: r.Name}
			for i, cell := range r.Cells {
				row[table.Head[i+1]] = cell
			}
			all[table.Caption] = append(all[table.Caption], row)
		}
	}
}

// figure reads a number as a page has it.
func figure(t *testing.T, text string) float64 {
	t.Helper()
	scale := 1.0
	number := strings.ReplaceAll(text, ",", "")
	for _, unit := range []struct {
		name  string
		times float64
	}{{" y", 1}, {" million", 1e6}, {" billion", 1e9}, {" trillion", 1e12}, {" quadrillion", 1e15}, {" quintillion", 1e18},
		{" sextillion", 1e21}, {"us", 1e3}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}, {"x", 1}} {
		if short, ok := strings.CutSuffix(number, unit.name); ok {
			number, scale = short, scale*unit.times
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		t.Fatalf("%q is not a figure: %v", text, err)
	}
	return v * scale
}

// bitsOf adds up the widths of the parts of a layout that have a name.
func bitsOf(t *testing.T, layout, name string) (bits int) {
	t.Helper()
	for _, part := range regexp.MustCompile(`(?:^| )`+name+`:(\d+)`).FindAllStringSubmatch(layout, -1) {
		n := try.Of(strconv.Atoi(part[1])).Or(t)
		bits += n
	}
	return bits
}

// TestReportRecomputed: what a reader calculates from the numbers of a page is what it says.
func TestReportRecomputed(t *testing.T) {
	got := call(t, reporting, quick("uuidv4", "snowflake", "ulid", "--rate", "2000", "--for", "10y", "-o", "-")...)
	if got.status != cli.StatusDone {
		t.Fatalf("%+v", got)
	}
	tables := tablesOf(t, got.out)
	checked := 0
	near := func(what string, calculated float64, said string, off float64) {
		t.Helper()
		checked++
		if v := figure(t, said); math.Abs(v/calculated-1) > off {
			t.Errorf("%s is %s; calculated from the page it is %.4g", what, said, calculated)
		}
	}
	same := func(what string, calculated float64, said string) { // to three digits
		t.Helper()
		near(what, calculated, said, 0.006)
	}
	layouts := map[string]string{}
	for _, row := range tables["The schemes and their layouts"] {
		layouts[row["scheme"]] = row["layout"]
	}
	load := regexp.MustCompile(`at ([0-9,]+) ids a second of 10 nodes together, for (\d+) years`).
		FindStringSubmatch(got.out)
	if load == nil {
		t.Fatal("the page has no load")
	}
	const year = 31_556_952 // s
	rate, years := figure(t, load[1]), figure(t, load[2])

	// the probability of a collision: n ids make n(n-1)/2 pairs, each equal with 2^-bits
	n, values := rate*years*year, math.Exp2(float64(bitsOf(t, layouts["uuidv4"], "random")))
	for _, row := range tables["Probability of a collision of ids"] {
		if row["scheme"] == "uuidv4" {
			same("the probability of a collision of uuidv4", n*(n-1)/2/values, row["probability under the load"])
			half := math.Sqrt(2 * math.Ln2 * values)
			same("the count of uuidv4 for 50 %", half, row["ids for 50 %"])
			same("the years of uuidv4 to 50 %", half/rate/year, row["50 % after"])
		}
	}

	// nodes that draw their numbers: the product of 1 - i/workers
	for _, row := range tables["Probability of nodes with the same number"] {
		workers, apart, k := math.Exp2(float64(bitsOf(t, layouts[row["scheme"]], "worker"))), 1.0, 0.0
		for apart > 0.5 {
			apart *= 1 - k/workers
			k++
		}
		same("the number of nodes of "+row["scheme"]+" for 50 %", k, row["nodes for 50 %"])
	}

	// the speed: what a second has, by the time of one; and how many times as slow as the first
	first := map[string]float64{}
	for _, row := range tables["All cases"] {
		ns := figure(t, row["ns per id"])
		near("the rate of "+row["scheme"]+", "+row["how"], 1e9/ns, row["ids/s"], 0.02) // of a time of three digits
		if first[row["how"]] == 0 {
			first[row["how"]] = ns
		} else if ratio := row["against the first"]; ratio != "~" && ns/first[row["how"]] > 1 {
			near("the ratio of "+row["scheme"]+", "+row["how"], ns/first[row["how"]], ratio, 0.02)
		}
	}

	// the size on disk, in the table of the figure and in short
	least, most := math.Inf(1), 0.0
	for caption, rows := range tables {
		if !strings.HasPrefix(caption, "Size on disk") {
			continue
		}
		for _, row := range rows {
			least, most = min(least, figure(t, row["MB"])), max(most, figure(t, row["MB"]))
		}
	}
	short := regexp.MustCompile(`<dt>Size of that table on disk</dt><dd><strong>(\S+) to (\S+) MB`).
		FindStringSubmatch(got.out)
	if short == nil {
		t.Fatal("the page has no range of sizes")
	}
	same("the smallest table", least, short[1])
	same("the largest table", most, short[2])
	if checked < 18 {
		t.Errorf("%d figures were recomputed; want 18 or more", checked)
	}
}
