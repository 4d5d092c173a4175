package cli

import "strings"

// FlagGroup is the flags of a kind, under the heading that help gives them.
type FlagGroup struct {
	Name  string
	flags string
}

// FlagGroups are the groups in the order of help. A flag belongs to one, whatever the
// command; the last has those that every command has.
func FlagGroups() []FlagGroup {
	return []FlagGroup{
		{"What", "for-use db count set name namespace seed as all find annotate same-source around lossy to hex adopt " +
			"assume-last rules space bits nodes rate arrivals fault probability need bits-max js-safe bigint length-max " +
			"sortable text-sortable no-coordination no-server not-reveal max-probability until-year rivals how " +
			"dsn rows beyond-memory variant batch payload repeats readable needs dialect schema table original"},
		{"Time", "at from for since until tz day last"},
		{"Layout", "layout epoch tick"},
		{"Counters", "key step offset digits order"},
		{"Node and state", "worker state allow-network-state store group lease lease-field create " +
			"accept accept-best-effort no-store note undo"},
		{"Server", "via listen http config cluster announce replace hash"},
		{"Text", "prefix length alphabet encoding salt min-length blocklist"},
		{"Clock policies", "on-backward on-overflow start max-wait max-lead force"},
		{"Effort", "memory samples time threads check"},
		{"Output", "format json csv markdown line card field template sort sql mongo bits-only output plot width " +
			"verbose copy no-pager"},
		{"General", "help version color"},
	}
}

// Has reports whether a flag belongs to the group.
func (g FlagGroup) Has(flag string) bool {
	return strings.Contains(" "+g.flags+" ", " "+flag+" ")
}
