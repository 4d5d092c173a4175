//go:build unix

package testserver

import "syscall"

// Hang stops the server without ending it: its connections stay open, and nothing is answered, until Resume.
func (s *Server) Hang() { _ = s.process.Process.Signal(syscall.SIGSTOP) }

// Resume goes on with a server that hangs.
func (s *Server) Resume() { _ = s.process.Process.Signal(syscall.SIGCONT) }
