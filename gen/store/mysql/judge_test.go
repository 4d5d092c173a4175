package mysql

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"idscope/gen/store"
	"idscope/gen/store/storetest"
	"idscope/gen/testing/try"
)

// TestExplain: a statement is sent again only where the server has certainly rolled it back.
func TestExplain(t *testing.T) {
	storetest.Explain(t, explain, func(given string) error {
		number, err := strconv.Atoi(given)
		if err != nil {
			return map[string]error{"invalid": mysql.ErrInvalidConn, "read-only": errReadOnly}[given]
		}
		return &mysql.MySQLError{Number: uint16(number), Message: "no"}
	})
}

// TestValues reads testdata/values.txt: the statements, how names, texts and options are written, which URLs are
// refused, what servers guarantee that have some variables otherwise, and what they are asked.
func TestValues(t *testing.T) {
	try.Lines(t, "testdata/values.txt", func(given string) string {
		what, with, _ := strings.Cut(given, " ")
		if text, ok := storetest.Dialect(t, dialect, what, with); ok {
			return text
		}
		if what == "url" {
			_, err := Driver().Open(t.Context(), try.Of(store.Parse(with)).Or(t), true)
			return fmt.Sprint(err)
		}
		if what == "writable" {
			server := &storetest.Script{}
			try.Works(t, json.Unmarshal([]byte(with), &server.Answers))
			return fmt.Sprint(writable(t.Context(), server), server.Asked)
		}
		f := facts{version: "8.0.36-log", engine: "InnoDB", sees: true, variables: map[string]string{"server_uuid": "u",
			"innodb_flush_log_at_trx_commit": "1", "log_bin": "ON", "sync_binlog": "1", "innodb_doublewrite": "ON",
			"innodb_flush_method": "fsync"}}
		numbers := map[string]*int{"dumps": &f.dumps, "group": &f.group}
		for _, word := range strings.Fields(with) {
			switch name, value, ok := strings.Cut(word, "="); {
			case !ok:
				delete(f.variables, name)
			case name == "version":
				f.version = value
			case name == "engine":
				f.engine = value
			case name == "sees":
				f.sees = value == "yes"
			case numbers[name] != nil:
				*numbers[name] = try.Of(strconv.Atoi(value)).Or(t)
			default:
				f.variables[name] = value
			}
		}
		return fmt.Sprint(f.judge())
	})
}
