// Package mysql keeps a store in one InnoDB table of MariaDB, 10.4 or later, or MySQL,
// 8.0 or later. It is an importer of github.com/go-sql-driver/mysql.
package mysql

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"idscope/gen/counter"
	"idscope/gen/store/sqlstore"
)

// dialect is what MariaDB and MySQL have of their own. Names are bytes, so that the server
// compares them as such.
var dialect = &sqlstore.Dialect{
	Clock: "UTC_TIMESTAMP(6)",
	Quote: quote,
	Names: "1 to 64 bytes, no dots and slashes among them",

	Create: "CREATE TABLE IF NOT EXISTS %[1]s" + ` (
  name    VARBINARY(200) NOT NULL PRIMARY KEY,
  value   MEDIUMBLOB NOT NULL,
  version VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  changed DATETIME(6) NOT NULL COMMENT 'UTC'
) ENGINE=InnoDB COMMENT='register of idscope; to change a value by hand, change its version too'`,
	Cells: []string{"value"},
	Split: func(data []byte) []any { return []any{data} },
	Value: "value",

	Describe: "SELECT LOWER(column_name), LOWER(column_type), LOCATE('auto_increment', LOWER(extra)) > 0 FROM " +
		"information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position",
	Literal: func(text string) string {
		return "'" + strings.NewReplacer("'", "''", `\`, `\\`).Replace(text) + "'"
	},

	// Leaf's table, as its README has it, with comments, and names of counters that are compared byte by byte.
	Leaf: `CREATE TABLE IF NOT EXISTS leaf_alloc (
  biz_tag varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '' COMMENT 'name of the counter',
  max_id bigint(20) NOT NULL DEFAULT '1' COMMENT 'first number that was not given out',
  step int(11) NOT NULL COMMENT 'numbers of a segment',
  description varchar(256) DEFAULT NULL,
  update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (biz_tag)
) ENGINE=InnoDB COMMENT='counters of Leaf and of idscope gen segment'`,
	Widen: "ALTER TABLE leaf_alloc MODIFY max_id bigint NOT NULL DEFAULT 1",
	Exact: "ALTER TABLE leaf_alloc MODIFY biz_tag varchar(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL " +
		"DEFAULT ''",
	Allocate: "UPDATE leaf_alloc SET max_id = LAST_INSERT_ID(max_id + ?) WHERE biz_tag = ?",

	Numbering: "AUTO_INCREMENT",
	Plain: sqlstore.Form{Write: "INSERT INTO %[1]s () VALUES ()", Create: `CREATE TABLE IF NOT EXISTS %[1]s (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY
) ENGINE=InnoDB COMMENT='a row for each number of idscope gen autoinc'%[2]s`},
	Stub: sqlstore.Form{Write: "REPLACE INTO %[1]s (stub) VALUES ('a')", Create: `CREATE TABLE IF NOT EXISTS %[1]s (
  id bigint(20) unsigned NOT NULL auto_increment,
  stub char(1) NOT NULL default '',
  PRIMARY KEY (id),
  UNIQUE KEY stub (stub)
) ENGINE=InnoDB COMMENT='idscope gen ticket: id is the last number that was given out'`},
	Options: func(o counter.Setup) string {
		if o.Offset <= 1 {
			return ""
		}
		return fmt.Sprintf(" AUTO_INCREMENT=%d", o.Offset)
	},
	Counting:  counting,
	Following: following,

	Numbered: numbered,
	Explain:  explain,
	Judge:    judge,
	Life:     life,
}

// quote takes the name of a table in the database of the URL.
func quote(name string) (sqlstore.Table, bool) {
	if name == "" || len(name) > 64 || strings.ContainsAny(name, "\x00./\\") || strings.TrimSpace(name) != name {
		return sqlstore.Table{}, false
	}
	return sqlstore.Table{Name: name, Quoted: "`" + strings.ReplaceAll(name, "`", "``") + "`"}, true
}

// numbered: LAST_INSERT_ID keeps what was written for this connection.
func numbered(ctx context.Context, c *sql.Conn, statement string, args ...any) (uint64, error) {
	result, err := c.ExecContext(ctx, statement, args...)
	if err != nil {
		return 0, err
	}
	if changed, err := result.RowsAffected(); err == nil && changed == 0 {
		return 0, sql.ErrNoRows
	}
	n, err := result.LastInsertId()
	return uint64(n), err
}
