package cmd

import "github.com/spf13/cobra"

func newConvert(a *app) *cobra.Command { return &cobra.Command{Use: "convert"} }
