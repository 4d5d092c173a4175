package screen

import (
	"strings"
	"testing"
)

type inner struct {
	Rate float64 `json:"rate" csv:"per_second"`
	By   string  `json:"by,omitempty"`
}

type shade uint8

func (s shade) Cell() string { return [...]string{"dark", "light"}[s] }

type pair []int

func (p pair) Columns() (names, cells []string) {
	if p == nil {
		return []string{"a", "b"}, []string{"", ""}
	}
	return []string{"a", "b"}, []string{"1", "2"}
}

type line struct {
	N    int      `json:"n"`
	More *inner   `json:"more,omitempty" csv:"more_"`
	List []string `json:"list" csv:",sep=; "`
}

type record struct {
	Schema int     `json:"schema" csv:"-"`
	Name   string  `json:"name"`
	Lines  []line  `json:"lines" csv:",rows"`
	Size   *int64  `json:"size,omitempty" csv:"size_bytes,last"`
	Read   *inner  `json:"read,omitempty" csv:"read_,last"`
	All    []inner `json:"all" csv:"all_"`
	Taken  []int   `json:"taken" csv:"taken,count"`
	Zero   int     `json:"zero,omitempty"`
	Shade  shade   `json:"shade"`
	Pair   pair    `json:"pair"`
	hidden int
}

// TestWrite: each format has each member below its name, and what is absent is empty.
func TestWrite(t *testing.T) {
	size := int64(7)
	records := []record{
		{1, "x|y", []line{{1, &inner{Rate: 0.5, By: "k"}, []string{"p", "q"}}, {N: 2}}, &size, &inner{Rate: 1e9},
			[]inner{{1, "u"}, {2, ""}}, []int{4, 5, 6}, 0, 1, pair{1}, 0},
		{Schema: 1, Name: "no lines"},
		{Schema: 1, Name: "a\tb\n", Lines: []line{{N: 3}}, Zero: 8},
	}
	for format, want := range map[string]string{
		"json": `{"schema":1,"name":"x|y","lines":[{"n":1,"more":{"rate":0.5,"by":"k"},"list":["p","q"]},{"n":2,"list":null}],` +
			`"size":7,"read":{"rate":1000000000},"all":[{"rate":1,"by":"u"},{"rate":2}],"taken":[4,5,6],"shade":1,"pair":[1]}
{"schema":1,"name":"no lines","lines":null,"all":null,"taken":null,"shade":0,"pair":null}
{"schema":1,"name":"a\tb\n","lines":[{"n":3,"list":null}],"all":null,"taken":null,"zero":8,"shade":0,"pair":null}
`,
		"csv": `name,n,more_per_second,more_by,list,size_bytes,read_per_second,read_by,all_per_second,all_by,taken,zero,shade,a,b
x|y,1,0.5,k,p; q,,,,1 2,u ,3,,light,1,2
x|y,2,,,,7,1e+09,,1 2,u ,3,,light,1,2
"a	b
",3,,,,,,,,,0,8,dark,,
`,
		"tsv": "x|y\t1\t0.5\tk\tp; q\t\t\t\t1 2\tu \t3\t\tlight\t1\t2\nx|y\t2\t\t\t\t7\t1e+09\t\t1 2\tu " +
			"\t3\t\tlight\t1\t2\na b \t3\t\t\t\t\t\t\t\t\t0\t8\tdark\t\t\n",
		"markdown": "| name | n | more_per_second | more_by | list | size_bytes | read_per_second | read_by | " +
			"all_per_second | all_by | taken | zero | shade | a | b |\n" + strings.Repeat("| --- ", 15) + "|\n" +
			`| x\|y | 1 | 0.5 | k | p; q |  |  |  | 1 2 | u  | 3 |  | light | 1 | 2 |` + "\n" +
			`| x\|y | 2 |  |  |  | 7 | 1e+09 |  | 1 2 | u  | 3 |  | light | 1 | 2 |` + "\n" +
			"| a b  | 3 |  |  |  |  |  |  |  |  | 0 | 8 | dark |  |  |\n",
	} {
		var b strings.Builder
		if err := Write(&b, format, records); err != nil || b.String() != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", format, err, b.String(), want)
		}
	}
	if err := Write(&strings.Builder{}, "xml", records); err == nil {
		t.Error("a format that there is not is written")
	}
}
