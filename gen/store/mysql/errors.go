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

// faults are what numbers of the server mean.
func faults() map[uint16]target.Fault {
	return map[uint16]target.Fault{
		1053:        {Kind: target.Lost},     // shutdown
		1180:        {Kind: target.Lost},     // a commit that failed
		1317:        {Kind: target.Lost},     // interrupted
		1213:        {Kind: target.Again},    // a deadlock
		3101:        {Kind: target.Again},    // rolled back by the other members of a group
		1290:        {Kind: target.ReadOnly}, // read_only
		1792:        {Kind: target.ReadOnly}, // a transaction that only reads
		1836:        {Kind: target.ReadOnly}, // innodb_read_only
		1045:        {Kind: target.Denied},
		1130:        {Kind: target.Denied},
		1698:        {Kind: target.Denied},
		1062:        {Kind: target.Duplicate},
		167:         {Kind: target.Full}, // out of the column's range
		1467:        {Kind: target.Full}, // no AUTO_INCREMENT any more
		1690:        {Kind: target.Full}, // out of the expression's range
		1364:        {Kind: target.NoDefault},
		1044:        {Kind: target.Refused, Check: "check the rights of the user"},
		deniedTable: {Kind: target.Refused, Check: "check the rights of the user"},
		1227:        {Kind: target.Refused, Check: "check the rights of the user"},
		noDatabase:  {Kind: target.Refused, Check: "check the database's name, or create it"},
		noTable:     {Kind: target.Refused, Check: "the table was dropped; open the store again"},
		3159:        {Kind: target.Refused, Check: "the server wants TLS: add tls=on"},
		1040:        {Kind: target.Refused, Check: "check max_connections"},
		1203:        {Kind: target.Refused, Check: "check max_connections"},
		1205:        {Kind: target.Refused, Check: "end the session that holds the row"},
	}
}

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
	return target.Coded(faults(), e.Number, e.Message)
}
