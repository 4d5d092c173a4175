// Package cli is what the commands of idscope share below what they draw: the
// environment of a call, its flags and their values, errors with exit statuses,
// times and numbers as people write them, the catalog of schemes with the user's
// own, and the way to idscope-full.
//
// A call is an [App]. Whatever two commands need is here, never in one of
// them. The package draws nothing: it prints errors and warnings alone.
package cli
