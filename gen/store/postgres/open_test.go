package postgres

import (
	"database/sql/driver"
	"errors"
	"net/url"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"idscope/gen/store/target"
	"idscope/gen/testing/try"
)

// TestConfigure: of several hosts the primary is taken; one alone is asked itself, for the way out.
func TestConfigure(t *testing.T) {
	for hosts, checked := range map[string]bool{"one": false, "one,other": true} {
		u := &url.URL{Scheme: "postgres", Host: hosts, Path: "/ids"}
		c := try.Of(configure(try.Of(target.Parse(u, "PostgreSQL", "5432")).Or(t))).Or(t)
		try.Equal(t, c.ValidateConnect != nil, checked, "%s: a primary is wanted:", hosts)
	}
}

// TestOffset: a sequence counts from its start, taken as 1 to its step.
func TestOffset(t *testing.T) {
	for s, want := range map[sequence]uint64{{start: 1, increment: 1}: 1, {start: 3, increment: 10}: 3,
		{start: 13, increment: 10}: 3, {start: 10, increment: 10}: 10, {start: -4, increment: 5}: 1} {
		try.Equal(t, s.offset(), want, "from %d by %d: the offset is", s.start, s.increment)
	}
}

// TestExplain: a statement is sent again only where the server has certainly rolled it back.
func TestExplain(t *testing.T) {
	said := func(severity, code string) error { return &pgconn.PgError{SeverityUnlocalized: severity, Code: code} }
	for _, c := range []struct {
		err  error
		want target.Kind
	}{
		{said("ERROR", "40001"), target.Again}, {said("ERROR", "40P01"), target.Again},
		{said("FATAL", "40001"), target.Lost}, {said("ERROR", "40003"), target.Lost},
		{said("FATAL", "57P01"), target.Lost}, {said("FATAL", "28P01"), target.Denied},
		{said("ERROR", "25006"), target.ReadOnly}, {said("ERROR", "23505"), target.Duplicate},
		{said("ERROR", "42P01"), target.Refused}, {driver.ErrBadConn, target.Again}, {errReadOnly, target.Refused},
		{errors.New("reset by peer"), target.Lost},
	} {
		try.Equal(t, explain(c.err).Kind, c.want, "%v is", c.err)
	}
}
