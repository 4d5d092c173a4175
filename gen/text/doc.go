// Package text writes identifiers as text and reads them back: the integers of up to 192 bits that identifiers are, and
// a table of the forms in which they are written. It imports nothing of this module, and only the standard library.
package text
