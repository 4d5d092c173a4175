package postgres

import (
	"database/sql/driver"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"

	"idscope/gen/store/target"
)

// faults are what codes mean: those of PostgreSQL, appendix A.
func faults() map[string]target.Fault {
	return map[string]target.Fault{
		"40001": {Kind: target.Again}, // a serialization failure
		"40P01": {Kind: target.Again}, // a deadlock
		"25006": {Kind: target.ReadOnly},
		"28P01": {Kind: target.Denied},
		"28000": {Kind: target.Denied},
		"23505": {Kind: target.Duplicate},
		"22003": {Kind: target.Full}, // out of the column's range
		"2200H": {Kind: target.Full}, // the sequence's limit
		"23502": {Kind: target.NoDefault},
		"3D000": {Kind: target.Refused, Check: "check the database's name, or create it"},
		"42501": {Kind: target.Refused, Check: "check the rights of the user"},
		"42P01": {Kind: target.Refused, Check: "the table was dropped; open the store again"},
		"53300": {Kind: target.Refused, Check: "check max_connections"},
	}
}

// explain: what the server answers with ERROR has been rolled back. FATAL ends the session,
// also while a commit waits for a standby; after it, as after a connection that was lost,
// the commit may be done. What the client did not send may be sent again.
func explain(err error) target.Fault {
	var e *pgconn.PgError
	var c *pgconn.ConnectError
	if errors.As(err, &c) && c.Unwrap() != nil {
		err = c.Unwrap() // it says again that it failed to connect
	}
	switch {
	case errors.Is(err, driver.ErrBadConn):
		return target.Fault{Kind: target.Again, Err: errors.New("the connection was lost")}
	case errors.Is(err, errReadOnly):
		return target.Fault{Kind: target.Refused, Err: err,
			Check: "use the primary; with every server in the URL it is found"}
	case errors.As(err, &e):
	case pgconn.SafeToRetry(err):
		return target.Fault{Kind: target.Again, Err: err}
	default:
		return target.Fault{Kind: target.Lost, Err: err}
	}
	f := target.Coded(faults(), e.Code, e.Message)
	const completionUnknown = "40003"
	if f.Kind != target.Denied && (e.SeverityUnlocalized != "ERROR" || e.Code == completionUnknown) {
		f.Kind = target.Lost
	}
	return f
}
