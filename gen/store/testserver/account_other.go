//go:build !unix

package testserver

import "os/exec"

// account is who a server runs as: the user who runs the test.
type account struct{}

func lookup(...string) (account, error) { return account{}, nil }

func (account) own(string) error { return nil }

func (account) assume(*exec.Cmd) {}

func freeze(int) {}

func thaw(int) {}

func childrenOf(int) []int { return nil }
