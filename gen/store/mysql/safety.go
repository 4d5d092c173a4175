package mysql

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"idscope/gen/store"
	"idscope/gen/store/sqlstore"
)

// facts are what the server says of itself.
type facts struct {
	variables map[string]string // global variables and status, names in lower case; without those that it does not know
	version   string
	engine    string // of the table
	dumps     int    // replicas that read the binary log
	sees      bool   // whether this user may see them
	group     int    // members of a group that replicates
}

// ask reads variables and status by their names, from tables that MariaDB has in one schema, MySQL in another.
func ask(ctx context.Context, c *sql.Conn, names string) (f facts, now time.Time, err error) {
	const part = "SELECT UTC_TIMESTAMP(6), LOWER(variable_name), variable_value FROM " +
		"/*M! information_schema */ /*!80000 performance_schema */.global_%s WHERE LOWER(variable_name) IN (%s)"
	f.variables = map[string]string{}
	rows, err := c.QueryContext(ctx, fmt.Sprintf(part+" UNION ALL "+part, "variables", names, "status", names))
	if err != nil {
		return f, now, err
	}
	defer rows.Close()
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&now, &name, &value); err != nil {
			return f, now, err
		}
		f.variables[name] = value
	}
	return f, now, rows.Err()
}

// life asks a server which one it is, and for how many seconds it has run.
func life(ctx context.Context, c *sql.Conn) (i store.Incarnation, err error) {
	f, now, err := ask(ctx, c, "'uptime', 'server_uuid', 'server_uid', 'server_id'")
	seconds, _ := strconv.Atoi(f.variables["uptime"])
	i.History, i.Start, i.Now = f.identity(), now.Add(-time.Duration(seconds)*time.Second), now
	return i, err
}

// judge asks a server what it is.
func judge(ctx context.Context, d *sqlstore.DB) (store.Safety, error) {
	var f facts
	err := d.Read(ctx, func(ctx context.Context, c *sql.Conn) (err error) {
		f, _, err = ask(ctx, c, "'server_uuid', 'server_uid', 'server_id', 'innodb_flush_log_at_trx_commit', "+
			"'log_bin', 'sync_binlog', 'innodb_doublewrite', 'innodb_flush_method', 'wsrep_on', 'slaves_connected', "+
			"'slaves_running'")
		if err != nil {
			return err
		}
		err = c.QueryRowContext(ctx,
			"SELECT VERSION(), COALESCE((SELECT engine FROM information_schema.tables WHERE "+
				"table_schema = DATABASE() AND table_name = ?), ''), (SELECT COUNT(*) FROM "+
				"information_schema.processlist WHERE command LIKE 'Binlog Dump%'), EXISTS (SELECT * FROM "+
				"information_schema.user_privileges WHERE privilege_type = 'PROCESS' AND REPLACE(grantee, "+
				"CHAR(39), '') = CURRENT_USER())", d.Table.Name).
			Scan(&f.version, &f.engine, &f.dumps, &f.sees)
		if err != nil {
			return err
		}
		err = c.QueryRowContext(ctx, "SELECT COUNT(*) FROM performance_schema.replication_group_members").Scan(&f.group)
		if n := number(err); n == noTable || n == noDatabase || n == deniedTable {
			return nil // MariaDB has no groups; of one that we may not see we cannot know
		}
		return err
	})
	if err != nil {
		return store.Safety{}, err
	}
	return f.judge(), nil
}

// judge says what the facts amount to.
func (f facts) judge() store.Safety {
	number, _, _ := strings.Cut(f.version, "-")
	name := "MySQL "
	if strings.Contains(strings.ToLower(f.version), "mariadb") {
		name = "MariaDB "
	}
	return store.Report(name+number, f.identity(), "one server that syncs each commit",
		f.setting("innodb_flush_log_at_trx_commit", store.BestEffort,
			"a loss of power forgets the commits of the last second", "1", "3"),
		store.Judge("engine of the table", f.engine, store.BestEffort, "a crash of the server damages the table",
			"InnoDB"),
		f.binlog(),
		f.setting("innodb_flush_method", store.BestEffort, "a loss of power forgets commits or damages the database",
			"fsync", "O_DSYNC", "O_DIRECT", "0", "1", "4"),
		f.setting("innodb_doublewrite", store.Conditional,
			"a loss of power damages pages, unless the file system writes them whole", "ON", "DETECT_AND_RECOVER"),
		f.cluster(), f.replicas(), f.source())
}

// identity is that of the server: MySQL's is kept with the data; MariaDB's is made of
// the machine's address and the port, so the number of the server is part of it.
func (f facts) identity() string {
	return cmp.Or(f.variables["server_uuid"],
		strings.TrimPrefix(f.variables["server_uid"]+"/"+f.variables["server_id"], "/"))
}

// setting judges a variable. One that the server does not have decides nothing.
func (f facts) setting(name string, low store.Class, why string, safe ...string) store.Setting {
	value, ok := f.variables[name]
	if !ok {
		return store.Setting{Name: name, Value: "not there", Class: store.Proven}
	}
	return store.Judge(name, value, low, why, safe...)
}

// binlog: after a crash a commit that the binary log lacks is taken back.
func (f facts) binlog() store.Setting {
	if f.variables["log_bin"] != "ON" {
		return store.Setting{Name: "sync_binlog", Value: "without log_bin", Class: store.Proven}
	}
	return f.setting("sync_binlog", store.BestEffort, "a loss of power takes back commits that the binary log lacks",
		"1")
}

// cluster: members of Galera and of a group answer reads that may be old.
func (f facts) cluster() store.Setting {
	value := "none"
	switch {
	case f.variables["wsrep_on"] == "ON":
		value = "Galera"
	case f.group > 1:
		value = "group of " + strconv.Itoa(f.group)
	}
	x := store.Judge("cluster", value, store.BestEffort, "members may answer reads that are old", "none")
	if x.Want != "" {
		x.Want = "a server of its own"
	}
	return x
}

// replicas: even semi-synchronous replication goes on without them after a time.
func (f facts) replicas() store.Setting {
	value := "none"
	connected, counts := f.variables["slaves_connected"] // MariaDB, for every user
	n, _ := strconv.Atoi(connected)
	switch n = max(n, f.dumps); {
	case f.variables["log_bin"] != "ON":
	case n > 0:
		value = strconv.Itoa(n)
	case !counts && !f.sees:
		return store.Setting{Name: "replicas", Value: "none seen", Class: store.Conditional,
			Want: "log_bin off, or the privilege PROCESS", Why: "one that is not seen must never be promoted"}
	}
	return store.Judge("replicas", value, store.Conditional, "one that lacks the last commits must never be promoted",
		"none")
}

// source: a server that also copies another one is written to in two places.
func (f facts) source() store.Setting {
	value := "none"
	if n := f.variables["slaves_running"]; n != "" && n != "0" {
		value = n + " servers"
	}
	return store.Judge("replicates from", value, store.Conditional,
		"every host must write to this server, and none to those", "none")
}
