package server

import (
	"path"
	"strings"
)

// permission is what a user may do with a generator.
type permission int

const (
	generate permission = iota // ask for IDs
	create                     // use a scheme by its name that the file does not name
	manage                     // see and end the connections of others
)

// user is one who may connect.
type user struct {
	name   string
	hash   string       // of the password
	rights [3][]pattern // of each permission, the names of the generators
}

// pattern is a name of a generator, in which * and ? stand for any text, as in shells.
type pattern string

// users are those who may connect.
type users struct {
	byName   map[string]*user
	decoy    string // hash that is compared where there is no such user
	required bool   // else everybody is the default user
	anyone   *user  // where nothing is required
}

func openUsers() *users { return &users{anyone: everyone()} }

// everyone is the user of a server without users.
func everyone() *user {
	all := []pattern{"*"}
	return &user{name: "default", rights: [3][]pattern{all, all, all}}
}

// may reports whether the user has a right to a generator.
func (u *user) may(p permission, generator []byte) bool {
	for _, name := range u.rights[p] {
		if name == "*" || string(name) == string(generator) {
			return true
		}
		if strings.ContainsAny(string(name), "*?[") {
			if ok, _ := path.Match(string(name), string(generator)); ok {
				return true
			}
		}
	}
	return false
}

// mayUse reports whether the user may ask a source for IDs by a name: one of the file with the permission to generate,
// one that was opened by its name also with the permission to create.
func (u *user) mayUse(src *source, name []byte) bool {
	return u.may(generate, name) || !src.listed && u.may(create, name)
}
