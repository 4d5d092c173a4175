package sqlengine

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"

	"idscope/bench/index"
	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
)

// server writes down what it is asked, and answers numbers, or an error to what it lacks.
type server struct {
	driver.Connector
	driver.Conn
	strings.Builder
	lacks   string
	err     error
	row     []driver.Value // still to come
	answers int64
}

func (s *server) Connect(context.Context) (driver.Conn, error) { return s, nil }
func (s *server) Close() error                                 { return nil }
func (s *server) CheckNamedValue(*driver.NamedValue) error     { return nil }
func (s *server) Columns() []string                            { return make([]string, len(s.row)) }

func (s *server) ExecContext(_ context.Context, q string, args []driver.NamedValue) (driver.Result, error) {
	s.WriteString(q)
	for _, a := range args {
		text, _ := json.Marshal(a.Value)
		s.WriteString(" " + string(text))
	}
	s.WriteByte('\n')
	if s.err != nil && regexp.MustCompile(s.lacks).MatchString(q) {
		return nil, s.err
	}
	return driver.RowsAffected(1), nil
}

func (s *server) QueryContext(ctx context.Context, q string, args []driver.NamedValue) (driver.Rows, error) {
	sizes := strings.Count(q, "$1::text::regclass")
	s.row = make([]driver.Value, 1+strings.Count(q, "@@innodb_buffer")+strings.Count(q, "'shared")+5*sizes)
	for i := range s.row {
		s.answers++
		s.row[i] = (s.answers + 1000*int64(len(q))) * int64(1-strings.Count(q, "enabled")) // off
	}
	if sizes > 0 && !strings.Contains(q, "pgstatindex") {
		s.row[4], s.row[5] = nil, nil
	}
	_, err := s.ExecContext(ctx, q, args)
	return s, err
}

func (s *server) Next(row []driver.Value) error {
	if len(s.row) == 0 {
		return io.EOF
	}
	copy(row, s.row)
	s.row = nil
	return nil
}

// TestStatements compares what servers are asked for tables of each kind and key, what is made of their answers, and
// of what one has no right to ask, with testdata/statements.txt.
func TestStatements(t *testing.T) {
	ctx, all, denied := context.Background(), "", errors.New("denied")
	rows := []index.Row{{ID: gen.ID{Lo: 1 << 62}, Created: 5}, {ID: gen.ID{Lo: 7, Mid: 9}, Created: 6}}
	const rights = "pg_extension|CHECKPOINT|FILE_SIZE|STATUS|ENABLED"
	for i, s := range []*server{{}, {}, {lacks: rights, err: denied}, {lacks: rights, err: denied},
		{lacks: "FROM pg_extension", err: sql.ErrNoRows}} {
		base := try.Of(connect(ctx, sql.OpenDB(s), []dialect{innoDB("a"), postgres("b")}[i%2|i/4])).Or(t)
		e := []index.Engine{&mysqlEngine{engine: base}, &postgresEngine{engine: base}}[i%2|i/4]
		try.Works(t, e.Claim(ctx))
		for _, v := range e.About().Kinds {
			for _, name := range []string{"snowflake", "uuidv7", "objectid", "nanoid"} {
				table := index.Table{Key: index.KeyOf(try.Found(scheme.Get(name)).Or(t), v), Payload: 100, Variant: v}
				fmt.Fprintln(s, "--", name, v, try.Of(e.Create(ctx, table)).Or(t))
				try.Works(t, e.Insert(ctx, rows))
				fmt.Fprintf(s, "%d %d %s\n", try.Of(e.Read(ctx, []gen.ID{rows[0].ID, rows[1].ID})).Or(t),
					try.Of(e.Range(ctx, rows[0], rows[1])).Or(t), try.Of(json.Marshal(try.Of(e.Stats(ctx)).Or(t))).Or(t))
				try.Works(t, e.Remove(ctx))
			}
		}
		try.Works(t, e.Release(ctx))
		all += fmt.Sprintf("%s%s %s\n\n", s, try.Of(json.Marshal(e.About())).Or(t), e.About().Kinds)
	}
	there := innoDB("a").taken(&mysql.MySQLError{Number: 1007}) && postgres("b").taken(&pgconn.PgError{Code: "42P06"})
	try.Equal(t, there, true, "taken")
	try.File(t, "testdata/statements.txt", all)
}
