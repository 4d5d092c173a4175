package mysql

import (
	"database/sql/driver"
	"errors"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"idscope/gen/store"
	"idscope/gen/store/target"
	"idscope/gen/testing/try"
)

// TestExplain: a statement is sent again only where the server has certainly rolled it back.
func TestExplain(t *testing.T) {
	said := func(number uint16) error { return &mysql.MySQLError{Number: number} }
	for _, c := range []struct {
		err  error
		want target.Kind
	}{
		{said(1213), target.Again}, {said(3101), target.Again}, {said(1053), target.Lost}, {said(1180), target.Lost},
		{said(1317), target.Lost}, {said(1290), target.ReadOnly}, {said(1045), target.Denied},
		{said(1062), target.Duplicate}, {said(1146), target.Refused}, {driver.ErrBadConn, target.Again},
		{mysql.ErrInvalidConn, target.Lost}, {errReadOnly, target.Refused}, {errors.New("reset by peer"), target.Lost},
	} {
		try.Equal(t, explain(c.err).Kind, c.want, "%v is", c.err)
	}
}

// TestJudge is about servers that the tests do not start: MySQL, clusters, groups.
func TestJudge(t *testing.T) {
	mysql8 := map[string]string{"server_uuid": "3e11fa47-71ca-11e1-9e33-c80aa9429562",
		"innodb_flush_log_at_trx_commit": "1", "log_bin": "ON", "sync_binlog": "1", "innodb_doublewrite": "ON",
		"innodb_flush_method": "fsync"}
	with := func(name, value string) map[string]string {
		m := map[string]string{name: value}
		for k, v := range mysql8 {
			if k != name {
				m[k] = v
			}
		}
		return m
	}
	for _, x := range []struct {
		name   string
		facts  facts
		class  store.Class
		reason string
	}{
		{"as it comes", facts{variables: mysql8, engine: "InnoDB", sees: true}, store.Proven, "one server"},
		{"replicas unseen", facts{variables: mysql8, engine: "InnoDB"}, store.Conditional, "replicas is none seen"},
		{"replicas", facts{variables: mysql8, engine: "InnoDB", sees: true, dumps: 2}, store.Conditional, "replicas is 2"},
		{"group", facts{variables: mysql8, engine: "InnoDB", sees: true, group: 2}, store.BestEffort,
			"cluster is group of 2"},
		{"Galera", facts{variables: with("wsrep_on", "ON"), engine: "InnoDB", sees: true}, store.BestEffort,
			"cluster is Galera"},
		{"source", facts{variables: with("slaves_running", "1"), engine: "InnoDB", sees: true}, store.Conditional,
			"replicates from is 1"},
		{"doublewrite", facts{variables: with("innodb_doublewrite", "DETECT_ONLY"), engine: "InnoDB", sees: true},
			store.Conditional, "innodb_doublewrite is DETECT_ONLY"},
		{"flush", facts{variables: with("innodb_flush_log_at_trx_commit", "0"), engine: "InnoDB", sees: true},
			store.BestEffort, "innodb_flush_log_at_trx_commit is 0"},
		{"nosync", facts{variables: with("innodb_flush_method", "nosync"), engine: "InnoDB", sees: true},
			store.BestEffort, "innodb_flush_method is nosync"},
		{"no table", facts{variables: mysql8, sees: true}, store.BestEffort, "engine of the table is"},
	} {
		x.facts.version = "8.0.36"
		s := x.facts.judge()
		if s.Class != x.class || !strings.HasPrefix(s.Reason, x.reason) || s.Engine != "MySQL 8.0.36" ||
			s.Identity != mysql8["server_uuid"] {
			t.Errorf("%s: %+v; want %s as %s", x.name, s, x.class, x.reason)
		}
	}
}
