package known

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"idscope/gen"
)

var nodes = []declaration{
	// github-node is the id of a node of GitHub's GraphQL since 2021: a prefix for the type, and in base64 a list in
	// MessagePack whose last number is that of the database.
	{since: "2021-02-01", objects: githubTypes, mark: "_", Scheme: gen.Scheme{Name: "github-node",
		Title: "GitHub node id", Aliases: []string{"github"},
		Spec: "docs.github.com/graphql/guides/migrating-graphql-global-node-ids", ReadOnly: "GitHub gives them out",
		Summary: "type and _, as U_ or PR_, and base64 of numbers of GitHub's database", Prior: 2,
		// the first bytes of a list
		Encoding: gen.Encoding{Verify: verifyGitHubNode, VerifyBits: 12,
			Pattern: gen.Pattern{fixed("type"), part("numbers", gen.Data, base64URL, 6, 64)}},
		Example: parted("", nodePage, "U_", "kgDOADP9xw")}},
	{of: "github-node", since: "2016-09-14", Scheme: gen.Scheme{Name: "github-node-2015", Family: "github-node",
		Title: "GitHub node id of before 2021", Prior: 2,
		Summary: "base64 of 04:User583231: length of the type, the type, the database's number",
		// of the digit 0
		Encoding: gen.Encoding{Verify: verifyGitHubOld, VerifyBits: 28,
			Pattern: gen.Pattern{fixed("head", "MD"), part("node", gen.Data, base62+"+/=", 10, 118)}},
		Example: parted("", nodePage, "MD", "Q6VXNlcjM0MDczMDM=")}},
}

const nodePage = "docs.github.com/graphql, Migrating GraphQL global node IDs"

// githubTypes are what the prefixes mean: those that are met in public.
const githubTypes objects = `A app; B blob; BOT bot; C commit; CC commit comment; CR check run; CS check suite; D
discussion; DC discussion comment; DE deployment; DES deployment status; DIC discussion category; E enterprise; EN
environment; G gist; GC gist comment; I issue; IC issue comment; IT issue type; LA label; LE label event; M
mannequin; MI milestone; O organization; P package; PR pull request; PRR pull request review; PRRC review comment;
PRRT review thread; PRO project (classic); PVT project; PVTF project field; PVTI project item; PVTFSV project field
value; PVTIF project iteration field; PVTSSF project single select field; PVTV project view; R repository; RA
release asset; RE release; REA reaction; REF ref; RRS ruleset; SC status context; SPO sponsorship; ST status; T
team; TA tag; TD team discussion; TOP topic; TR tree; U user; WFR workflow run; WF workflow`

var errNode = errors.New("it is not a type, _ and base64 of a list of numbers")

func verifyGitHubNode(text string) ([]gen.Finding, error) {
	kind, body, _ := strings.Cut(text, "_")
	data, err := base64.RawURLEncoding.DecodeString(body)
	if err != nil || len(data) < 3 || data[0]&0xf0 != 0x90 {
		return nil, errNode
	}
	numbers, rest, texts := []uint64(nil), data[1:], 0
	for range data[0] & 15 {
		n, size := messagePack(rest)
		if size == 0 {
			length := packedText(rest)
			if length == 0 {
				return nil, errNode
			}
			rest = rest[length:]
			texts++
			continue
		}
		numbers, rest = append(numbers, n), rest[size:]
	}
	if len(rest) > 0 || len(numbers) < 1 || len(numbers)+texts < 2 {
		return nil, errNode
	}
	all := found("type", githubTypes.of(kind))
	if len(numbers) > 2 {
		all = append(all, found("repository", fmt.Sprint(numbers[1]))...)
	}
	if texts == 0 {
		all = append(all, found("database id", fmt.Sprint(numbers[len(numbers)-1]))...)
	}
	return all, nil
}

// messagePack reads an unsigned number; size is 0 where there is none.
func messagePack(data []byte) (n uint64, size int) {
	if len(data) == 0 {
		return 0, 0
	}
	width := 0
	switch head := data[0]; {
	case head < 0x80:
		return uint64(head), 1
	case head >= 0xcc && head <= 0xcf:
		width = 1 << (head - 0xcc)
	}
	if width == 0 || len(data) <= width {
		return 0, 0
	}
	var wide [8]byte
	copy(wide[8-width:], data[1:1+width])
	return binary.BigEndian.Uint64(wide[:]), 1 + width
}

// packedText is the length of a text in MessagePack, 0 where there is none.
func packedText(data []byte) int {
	n := 0
	switch {
	case len(data) > 1 && data[0]&0xe0 == 0xa0:
		n = 1 + int(data[0]&31)
	case len(data) > 2 && (data[0] == 0xd9 || data[0] == 0xc4):
		n = 2 + int(data[1])
	}
	if n > len(data) {
		return 0
	}
	return n
}

var errOldNode = errors.New("it is not base64 of the length of a type, the type and a number")

// verifyGitHubOld reads 04:User583231, and 012:Organization9919.
func verifyGitHubOld(text string) ([]gen.Finding, error) {
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return nil, errOldNode
	}
	head, rest, _ := strings.Cut(string(data), ":")
	length, err := strconv.Atoi(head)
	if err != nil || head[0] != '0' || length < 2 || length >= len(rest) {
		return nil, errOldNode
	}
	kind, number := rest[:length], rest[length:]
	if strings.Trim(kind, capitals+smalls) != "" || strings.Trim(number, decimals+":abcdef") != "" {
		return nil, errOldNode
	}
	return found("type", kind, "database id", number), nil
}
