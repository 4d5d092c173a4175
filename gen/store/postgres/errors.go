package postgres

import (
	"database/sql/driver"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"

	"idscope/gen/store/target"
)

// explain: what the server answers with ERROR has been rolled back. FATAL ends the session,
// also while a commit waits for a standby; after it, as after a connection that was lost,
// the commit may be done. What the client did not send may be sent again. The codes are
// those of PostgreSQL, appendix A.
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
	f := target.Fault{Kind: target.Refused, Err: errors.New(e.Message), Check: "check the server's log"}
	switch e.Code {
	case "40001", "40P01": // a serialization failure, a deadlock
		f.Kind = target.Again
	case "25006":
		f.Kind = target.ReadOnly
	case "28P01", "28000":
		f.Kind = target.Denied
	case "23505":
		f.Kind = target.Duplicate
	case "22003", "2200H": // out of the column's range, the sequence's limit
		f.Kind = target.Full
	case "23502":
		f.Kind = target.NoDefault
	case "3D000":
		f.Check = "check the database's name, or create it"
	case "42501":
		f.Check = "check the rights of the user"
	case "42P01":
		f.Check = "the table was dropped; open the store again"
	case "53300":
		f.Check = "check max_connections"
	}
	const completionUnknown = "40003"
	if f.Kind != target.Denied && (e.SeverityUnlocalized != "ERROR" || e.Code == completionUnknown) {
		f.Kind = target.Lost
	}
	return f
}
