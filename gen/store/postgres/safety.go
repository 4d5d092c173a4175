package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"idscope/gen/store"
	"idscope/gen/store/sqlstore"
)

// facts are what the server says of itself.
type facts struct {
	Version, Identity       string
	Fsync, FullPages, Retry string
	Commit, ServerCommit    string // of this session, and of those that set nothing
	SyncNames, Persistence  string
	// physical ones; those that commits wait for, that we may not see, the rest
	Standbys, Synchronous, Hidden, Other int
}

// identity is the database and its timeline, of which a promotion and a recovery to a
// point in time begin another. The control file tells the new one late.
const identity = `(SELECT system_identifier FROM pg_control_system()) || '/' ||
	substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`

// life asks a server which one it is, and when it was started. The start of a standby that
// was promoted is old. It fails on a standby.
func life(ctx context.Context, c *sql.Conn) (i store.Incarnation, err error) {
	var start time.Time
	err = c.QueryRowContext(ctx, "SELECT "+identity+", pg_postmaster_start_time(), clock_timestamp()").
		Scan(&i.History, &start, &i.Now)
	i.Life = start.UTC().Format(time.RFC3339Nano)
	return i, err
}

// judge asks a server what it is.
func judge(ctx context.Context, d *sqlstore.DB) (store.Safety, error) {
	var f facts
	err := d.Read(ctx, func(ctx context.Context, c *sql.Conn) error {
		return c.QueryRowContext(ctx, `SELECT current_setting('server_version'), `+identity+`,
			current_setting('fsync'), current_setting('full_page_writes'), current_setting('data_sync_retry'),
			current_setting('synchronous_commit'),
			(SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit'),
			current_setting('synchronous_standby_names'),
			(SELECT relpersistence::text FROM pg_class WHERE oid = to_regclass($1)),
			count(r.pid), count(r.pid) FILTER (WHERE r.sync_state = 'sync'),
			count(r.pid) FILTER (WHERE r.sync_state IS NULL), count(r.pid) FILTER (WHERE r.sync_state <> 'sync')
			FROM (VALUES (1)) AS one(row)
			LEFT JOIN (pg_stat_replication r LEFT JOIN pg_replication_slots s ON s.active_pid = r.pid)
			ON coalesce(s.slot_type, 'physical') = 'physical' AND r.state IS DISTINCT FROM 'backup'`, d.Table.Quoted).
			Scan(&f.Version, &f.Identity, &f.Fsync, &f.FullPages, &f.Retry, &f.Commit, &f.ServerCommit, &f.SyncNames,
				&f.Persistence, &f.Standbys, &f.Synchronous, &f.Hidden, &f.Other)
	})
	if err != nil {
		return store.Safety{}, err
	}
	return f.judge(), nil
}

// judge says what the facts amount to.
func (f facts) judge() store.Safety {
	version, _, _ := strings.Cut(f.Version, " ")
	reason := "one primary that syncs each commit"
	if f.Standbys > 0 {
		reason = "a primary that syncs each commit, there and on its synchronous standby"
	}
	return store.Report("PostgreSQL "+version, f.Identity, reason,
		store.Judge("fsync", f.Fsync, store.BestEffort, "a loss of power forgets commits, or damages the database",
			"on"),
		f.commit(),
		store.Judge("persistence of the table", persistence(f.Persistence), store.BestEffort,
			"a crash of the server empties the table", "logged"),
		store.Judge("full_page_writes", f.FullPages, store.Conditional,
			"a loss of power damages pages, unless the file system writes them whole", "on"),
		store.Judge("data_sync_retry", f.Retry, store.Conditional,
			"after an error of the disk the server may take lost pages for written", "off"),
		f.standbys())
}

func persistence(letter string) string {
	if letter == "p" {
		return "logged"
	}
	return "unlogged"
}

// commit is about the session, which sets it where the server's default is less: a commit is on the disk, and on
// that of synchronous standbys, before it is confirmed.
func (f facts) commit() store.Setting {
	x := store.Judge("synchronous_commit", f.Commit, store.BestEffort,
		"a crash of the server forgets the commits of the last moment", "on", "remote_apply")
	if x.Class == store.Proven && f.Commit != f.ServerCommit {
		x.Why = "set for this session; the server's default is " + f.ServerCommit
	}
	return x
}

// standbys are safe to promote where all of them have every commit.
func (f facts) standbys() store.Setting {
	x := store.Setting{Name: "standbys", Value: "none", Class: store.Proven}
	if f.Standbys > 0 {
		x.Value = fmt.Sprintf("%d, %d synchronous", f.Standbys, f.Synchronous)
	}
	switch {
	case f.Hidden > 0:
		x.Value = fmt.Sprint(f.Standbys)
		x.Class, x.Want = store.Conditional, "the role pg_read_all_stats for this user"
		x.Why = "whether they are synchronous is hidden; an asynchronous one must never be promoted"
	case f.Other > 0:
		x.Class, x.Want = store.Conditional, "synchronous_standby_names that names all of them"
		x.Why = "one that is not synchronous must never be promoted"
	case f.SyncNames != "" && f.Standbys == 0:
		x.Value = "none of " + f.SyncNames
		x.Why = "commits wait until one is connected"
	}
	return x
}
