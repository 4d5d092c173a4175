package cmd

import "github.com/spf13/cobra"

func newCheck(a *app) *cobra.Command { return &cobra.Command{Use: "check"} }
