package scheme

import "idscope/gen"

// ticket is one row that is replaced for each ticket, so that the table does not grow.
func ticket() *gen.Scheme {
	return autoinc().Variant(gen.Scheme{
		Name: "ticket", Title: "Ticket server (Flickr)", Aliases: []string{"flickr"},
		Summary: "63-bit number of ticket servers: one row replaced for each id, odd and even",
		Spec:    "code.flickr.net, Ticket Servers (8 February 2010)",
		Counter: "a row of Tickets64 is replaced, and its number read; several servers are asked in turn: " +
			"one statement an id",
		Since: day(2006, 2, 1),
		Notes: []string{
			"with two servers one gives out odd numbers and one even ones: auto_increment_increment 2, " +
				"auto_increment_offset 1 and 2",
			"the numbers of several servers do not increase together: one that was down is behind when it is back",
		},
		Example: gen.Vector{Text: "72157623227190423", Values: []string{"0", "72157623227190423"},
			Source: "code.flickr.net, Ticket Servers"},
	})
}
