package scheme

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"idscope/gen"
)

// steam is the number of an account of Steam: universe, type and instance, which are 1
// of people, and the account. Source: developer.valvesoftware.com/wiki/SteamID.
func steam() *gen.Scheme {
	return &gen.Scheme{
		Name:    "steam",
		Aliases: []string{"steam64", "steamid"},
		Title:   "Steam account (SteamID64)",
		Summary: "64-bit number of a Steam user: universe, type, instance, 32-bit account",
		Spec:    "developer.valvesoftware.com/wiki/SteamID",
		Bits: gen.Bits{Layout: gen.Layout{
			{Name: "universe", Source: gen.Const, Bits: 8, Value: 1},
			{Name: "type", Source: gen.Const, Bits: 4, Value: 1},
			{Name: "instance", Source: gen.Const, Bits: 20, Value: 1},
			{Name: "account", Source: gen.Data, Bits: 32},
		}},
		Encoding: gen.Encoding{Spellings: []gen.Text{}},
		ReadOnly: "Steam gives them out",
		Since:    day(2003, 9, 12),
		Prior:    2,
		Notes:    []string{"universe 1 is public, type 1 a person, instance 1 the desktop; groups have others"},
		Example: gen.Vector{Text: "76561197960287930", Values: []string{"1", "1", "1", "22202"},
			Source: "developer.valvesoftware.com/wiki/SteamID"},
	}
}

// postgres is the identifier of a cluster of PostgreSQL: when initdb ran, in seconds
// and microseconds, and the end of its process number. Source: postgres/postgres,
// src/backend/access/transam/xlog.c, BootStrapXLOG, since version 9.4.
func postgres() *gen.Scheme {
	return &gen.Scheme{
		Name:    "pg-system-id",
		Title:   "PostgreSQL system identifier",
		Summary: "64-bit number of a database cluster: seconds, microseconds, 12-bit process",
		Spec:    "github.com/postgres/postgres, src/backend/access/transam/xlog.c, BootStrapXLOG",
		Bits: gen.Bits{
			Layout: gen.Layout{
				{Name: "seconds", Source: gen.Time, Bits: 32, From: 20},
				{Name: "microseconds", Source: gen.Time, Bits: 20},
				{Name: "process", Source: gen.Data, Bits: 12},
			},
			Epoch: unix(0),
			Tick:  time.Microsecond,
			Digit: gen.Digit{Bits: 20, Base: 1e6},
		},
		Encoding: gen.Encoding{Spellings: []gen.Text{}},
		ReadOnly: "initdb generates it",
		Since:    day(2014, 5, 15), // 9.4 beta
		Prior:    0,
		Notes:    []string{"before version 9.4 the lower half was another number"},
		Example: gen.Vector{Text: "6502788473953883273", Time: "2017-12-23T17:00:25.981097Z",
			Values: []string{"1514048425", "981097", "1161"},
			Source: "pg_controldata of a cluster of version 10, as published"},
	}
}

// apacheUnique is what mod_unique_id gives a request: seconds, address or random bytes,
// process, counter and thread. Source: httpd.apache.org/docs/2.4/mod/mod_unique_id.html.
func apacheUnique() *gen.Scheme {
	return &gen.Scheme{
		Name:    "apache-unique",
		Aliases: []string{"unique-id"},
		Title:   "Apache UNIQUE_ID",
		Summary: "request of Apache: seconds, host, counter, thread; 24 or 27 of A-Za-z0-9@-",
		Spec:    "httpd.apache.org/docs/2.4/mod/mod_unique_id.html",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "seconds", Source: gen.Time, Alphabet: capitals + smalls + decimals + "@-", Min: 6, Max: 6,
					Per: 16},
				{Name: "rest", Source: gen.Data, Alphabet: capitals + smalls + decimals + "@-", Min: 13, Max: 16},
				{Name: "zero", Source: gen.Const, Texts: []string{"AA"}}, // threads have small numbers
				{Name: "thread", Source: gen.Data, Alphabet: capitals + smalls + decimals + "@-", Min: 3, Max: 3},
			},
			Verify: func(text string) ([]gen.Finding, error) { return verifyUnique(uniqueSymbols().Replace(text)) },
		},
		Bits:     gen.Bits{Epoch: unix(0), Tick: second},
		ReadOnly: "Apache httpd gives them out",
		Since:    day(1998, 6, 6), // Apache 1.3
		Prior:    0,
		Notes:    []string{"of 24 symbols the address of the host is one part, of 27 it is ten random bytes"},
		Example: gen.Vector{Text: "X-PNFSe1VwjCgYRI9FsbHgAAAIY", Time: "2021-01-05T02:21:09Z",
			Values: []string{"X-PNFS", "e1VwjCgYRI9FsbHg", "AA", "AIY"},
			Source: "a log of ModSecurity of that second, as published"},
	}
}

// apacheUnique64 is the same in URL-safe base64, as logs of later versions have it.
// Source: as apacheUnique, and such logs.
func apacheUnique64() *gen.Scheme {
	s := apacheUnique()
	s.Name = "apache-unique-url"
	s.Aliases = nil
	s.Family = "apache-unique"
	s.Title = "Apache UNIQUE_ID, URL-safe"
	s.Summary = "request of Apache: seconds, random bytes, counter, thread; URL-safe base64"
	s.Pattern = gen.Pattern{
		{Name: "seconds", Source: gen.Time, Alphabet: base64URL, Min: 6, Max: 6, Per: 16},
		{Name: "rest", Source: gen.Data, Alphabet: base64URL, Min: 13, Max: 16},
		{Name: "zero", Source: gen.Const, Texts: []string{"AA"}},
		{Name: "thread", Source: gen.Data, Alphabet: base64URL, Min: 3, Max: 3},
	}
	s.Verify = verifyUnique
	s.Since = day(2014, 1, 1)
	s.Prior = -1.5
	s.Notes = nil
	s.Example = gen.Vector{Text: "ZNuXi9ft_9sa85dovgTN5gAAANI", Time: "2023-08-15T15:19:39Z",
		Values: []string{"ZNuXi9", "ft_9sa85dovgTN5g", "AA", "ANI"},
		Source: "a log of ModSecurity of that second, in Adobe's documentation"}
	return s
}

var errUnique = errors.New("it has neither 24 symbols nor 27, or no small number of a thread")

// verifyUnique reads what stands behind the time.
func verifyUnique(text string) ([]gen.Finding, error) {
	if len(text) != 24 && len(text) != 27 {
		return nil, errUnique
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, errUnique
	}
	end := len(data)
	thread, counter := binary.BigEndian.Uint32(data[end-4:]), binary.BigEndian.Uint16(data[end-6:])
	if thread >= 1<<16 {
		return nil, errUnique
	}
	found := []gen.Finding{{Name: "counter", Value: fmt.Sprint(counter)}, {Name: "thread", Value: fmt.Sprint(thread)}}
	if len(data) == 18 {
		found = append([]gen.Finding{
			{Name: "address", Value: netip.AddrFrom4([4]byte(data[4:8])).String()}, {Name: "process",
				Value: fmt.Sprint(binary.BigEndian.Uint32(data[8:]))},
		}, found...)
	}
	return found, nil
}

// uniqueSymbols turns the symbols of before into those of URL-safe base64.
func uniqueSymbols() *strings.Replacer { return strings.NewReplacer("@", "-", "-", "_") }
