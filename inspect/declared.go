package inspect

import (
	"time"

	"idscope/gen"
)

// onlyRead are the schemes that are only ever read: nobody makes them any more, or they are not
// made by layout. They are declared as package scheme declares the others.
var onlyRead = [...]func() *gen.Scheme{uuidV2, uuidNCS, uuidApollo, uuidMicrosoft, uuidFuture, uuidV7Draft,
	uuidV6Google, unixSeconds, unixMillis, unixMicros, unixNanos, typeIDOther,
	uuidV0, uuidV9, uuidV10, uuidV11, uuidV12, uuidV13, uuidV14, uuidV15}

// Declared returns the schemes that are only ever read, beside those of package known.
func Declared() []*gen.Scheme {
	list := make([]*gen.Scheme, len(onlyRead))
	for i, d := range onlyRead {
		list[i] = d()
	}
	return withDefaults(list)
}

// onlyNamed are schemes whose identifiers so many others can be taken for that they
// are read only when one asks for them: see Named.
func onlyNamed() []*gen.Scheme {
	return withDefaults([]*gen.Scheme{uuidComb(), awsSecretKey(), facebook(), gist(), jira()})
}

func withDefaults(list []*gen.Scheme) []*gen.Scheme {
	for _, s := range list {
		s.SetDefaults()
	}
	return list
}

// unixEpoch is 1970-01-01T00:00Z.
func unixEpoch() time.Time { return time.Unix(0, 0).UTC() }
