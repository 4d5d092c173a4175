package cmd

import "github.com/spf13/cobra"

func newRange(a *app) *cobra.Command { return &cobra.Command{Use: "range"} }
