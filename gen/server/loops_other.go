//go:build !linux

package server

import (
	"context"
	"net"
)

// loops serve nothing here: each connection has a goroutine of its own.
type loops struct{}

func (s *Server) newLoops(context.Context) (*loops, error) { return &loops{}, nil }

func (*loops) take(*Server, net.Conn, bool) bool { return false }
func (*loops) drain()                            {}
func (*loops) wait()                             {}
