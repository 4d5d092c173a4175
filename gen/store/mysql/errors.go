package mysql

import (
	"database/sql/driver"
	"errors"

	"github.com/go-sql-driver/mysql"

	"idscope/gen/store/target"
)

// Errors of the server that Safety expects.
const (
	noDatabase  = 1049
	deniedTable = 1142
	noTable     = 1146
)

// number returns the server's number for an error, 0 where it is not the server's.
func number(err error) uint16 {
	var e *mysql.MySQLError
	if errors.As(err, &e) {
		return e.Number
	}
	return 0
}

// explain: what the server answers with an error has been rolled back, unless it came
// while the commit was under way. After a connection that was lost the commit may be done;
// one that was lost before a statement left the client calls driver.ErrBadConn.
func explain(err error) target.Fault {
	lost := errors.New("the connection was lost")
	var e *mysql.MySQLError
	switch {
	case errors.Is(err, driver.ErrBadConn):
		return target.Fault{Kind: target.Again, Err: lost}
	case errors.Is(err, mysql.ErrInvalidConn):
		return target.Fault{Kind: target.Lost, Err: lost}
	case errors.Is(err, errReadOnly):
		return target.Fault{Kind: target.Refused, Err: err, Check: "use the primary"}
	case !errors.As(err, &e):
		return target.Fault{Kind: target.Lost, Err: err}
	}
	f := target.Fault{Kind: target.Refused, Err: errors.New(e.Message), Check: "check the server's log"}
	switch e.Number {
	case 1053, 1180, 1317: // shutdown, a commit that failed, interrupted
		f.Kind, f.Check = target.Lost, ""
	case 1213, 3101: // deadlock, rolled back by the other members of a group
		f.Kind = target.Again
	case 1290, 1792, 1836: // read_only, a transaction that only reads, innodb_read_only
		f.Kind = target.ReadOnly
	case 1045, 1130, 1698:
		f.Kind = target.Denied
	case 1062:
		f.Kind = target.Duplicate
	case 167, 1467, 1690: // out of the column's range, no AUTO_INCREMENT any more, out of the expression's
		f.Kind = target.Full
	case 1364:
		f.Kind = target.NoDefault
	case 1044, deniedTable, 1227:
		f.Check = "check the rights of the user"
	case noDatabase:
		f.Check = "check the database's name, or create it"
	case noTable:
		f.Check = "the table was dropped; open the store again"
	case 3159:
		f.Check = "the server wants TLS: add tls=on"
	case 1040, 1203:
		f.Check = "check max_connections"
	case 1205:
		f.Check = "end the session that holds the row"
	}
	return f
}
