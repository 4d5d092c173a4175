package scheme

import "idscope/gen"

// salesforce is the id of a record, and in three more symbols which of its letters are
// large, for those who do not tell. Source: help.salesforce.com, Field types; the
// function CASESAFEID.
func salesforce() *gen.Scheme {
	return &gen.Scheme{
		Name:    "salesforce",
		Title:   "Salesforce record id",
		Summary: "record of Salesforce: key of the object, pod, number, case as a checksum",
		Spec:    "help.salesforce.com, CASESAFEID; developer.salesforce.com, Field Types",
		Encoding: gen.Encoding{
			Pattern: append(salesforceParts(), gen.Part{Name: "case", Source: gen.Data,
				Alphabet: capitals + "012345", Min: 3, Max: 3}),
			Verify:     verifySalesforce,
			VerifyBits: 15,
		},
		ReadOnly: "Salesforce gives them out",
		Since:    day(2000, 2, 7),
		Prior:    2,
		Example: gen.Vector{Text: "001D000000IRFmaIAH", Values: []string{"001", "D0", "0", "0000IRFma", "IAH"},
			Source: "developer.salesforce.com, REST API, Query"},
	}
}

func salesforceParts() gen.Pattern {
	return gen.Pattern{
		{Name: "key", Source: gen.Data, Alphabet: base62, Min: 3, Max: 3},
		{Name: "pod", Source: gen.Data, Alphabet: base62, Min: 2, Max: 2},
		{Name: "reserved", Source: gen.Const, Texts: []string{"0"}},
		{Name: "number", Source: gen.Seq, Alphabet: base62, Min: 9, Max: 9},
	}
}

// salesforce15 is the same without the three symbols. Source: as salesforce.
func salesforce15() *gen.Scheme {
	s := salesforce()
	s.Name = "salesforce-15"
	s.Family = "salesforce"
	s.Title = "Salesforce record id of 15 symbols"
	s.Summary = "record of Salesforce: key of the object, pod, number; large letters matter"
	s.Weak = true
	s.Pattern = salesforceParts()
	s.Verify = func(text string) ([]gen.Finding, error) { return salesforceObject(text), nil }
	s.VerifyBits = 0
	s.Prior = 1
	s.Example = gen.Vector{Text: "001D000000IRFma", Values: []string{"001", "D0", "0", "0000IRFma"},
		Source: "developer.salesforce.com, REST API, Query"}
	return s
}

// verifySalesforce compares the last three symbols with the case of five letters each.
func verifySalesforce(text string) ([]gen.Finding, error) {
	const symbols = capitals + "012345"
	for i := range 3 {
		set := 0
		for j := range 5 {
			if c := text[5*i+j]; c >= 'A' && c <= 'Z' {
				set |= 1 << j
			}
		}
		if symbols[set] != text[15+i] {
			return nil, errChecksum
		}
	}
	return salesforceObject(text), nil
}

func salesforceObject(text string) []gen.Finding {
	object := map[string]string{
		"001": "Account", "003": "Contact", "005": "User", "006": "Opportunity", "00D": "Organization",
		"00Q": "Lead", "00T": "Task", "00U": "Event",
		"00G": "Group", "00e": "Profile", "00O": "Report", "01Z": "Dashboard", "01I": "CustomObject",
		"01p": "ApexClass", "012": "RecordType", "015": "Document",
		"069": "ContentDocument", "068": "ContentVersion", "0PS": "PermissionSet", "500": "Case",
		"701": "Campaign", "800": "Contract", "801": "Order", "01t": "Product2", "02i": "Asset",
	}[text[:3]]
	if object == "" && text[0] == 'a' {
		object = "custom object"
	}
	if object == "" {
		return nil
	}
	return []gen.Finding{{Name: "object", Value: object}}
}
