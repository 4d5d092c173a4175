package inspect

import (
	"time"

	"idscope/gen"
)

// Declared returns the schemes that are only ever read: nobody makes them any
// more, or they are not made by layout. They are declared as package scheme
// declares the others.
func Declared() []*gen.Scheme {
	list := []*gen.Scheme{uuidV2(), uuidNCS(), uuidApollo(), uuidMicrosoft(), uuidFuture(), uuidV7Draft(),
		uuidV6Google(), unixSeconds(), unixMillis(), unixMicros(), unixNanos(), typeIDOther()}
	for _, version := range [...]uint64{0, 9, 10, 11, 12, 13, 14, 15} {
		list = append(list, uuidUnassigned(version))
	}
	return withDefaults(list)
}

// onlyNamed are schemes whose identifiers so many others can be taken for that they
// are read only when one asks for them: see Named.
func onlyNamed() []*gen.Scheme {
	return withDefaults([]*gen.Scheme{uuidComb(), awsSecretKey(), facebook(), gist(), jira()})
}

func withDefaults(list []*gen.Scheme) []*gen.Scheme {
	for i, s := range list {
		list[i] = s.WithDefaults()
	}
	return list
}

// unixEpoch is 1970-01-01T00:00Z.
func unixEpoch() time.Time { return time.Unix(0, 0).UTC() }
