package scheme

import (
	"errors"
	"strings"

	"idscope/gen"
)

// twilio is the string identifier of a resource: two letters and a UUID's digits.
// Source: twilio.com/docs/glossary/what-is-a-sid.
func twilio() *gen.Scheme {
	return &gen.Scheme{
		Name:    "twilio",
		Title:   "Twilio SID",
		Summary: "two letters for what it is of, as AC or SM, and 32 hexadecimal digits",
		Spec:    "twilio.com/docs/glossary/what-is-a-sid",
		Encoding: gen.Encoding{Verify: verifyTwilio, Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: twilioPrefixes()},
			{Name: "number", Source: gen.Random, Alphabet: hexDigits, Min: 32, Max: 32},
		}},
		ReadOnly: "Twilio gives them out",
		Since:    day(2008, 11, 20),
		Prior:    2,
		Example: gen.Vector{Text: "PN2a0747eba6abf96b7e3c3ff0b4530f6e",
			Values: []string{"PN", "2a0747eba6abf96b7e3c3ff0b4530f6e"},
			Source: "twilio.com/docs, IncomingPhoneNumbers"},
	}
}

const twilioObjects = "AC account; AD address; AL alpha sender; AP application; BU bundle; CA call; CF " +
	"conference; CH conversation; CL client; CN connect app; CP participant; " +
	"EV event; FN function service; FW flow; GO flow execution; HA host; IM message; IS service; IT identity " +
	"document; KS Sync key; MB participant of a conversation; ME media; " +
	"MG messaging service; MM picture message; NO notification; PA participant; PI push; PN phone number; QU " +
	"queue; RD regulation; RE recording; RL role; RM room; SC short code; SK API key; " +
	"SM text message; TK trunk; TR transcription; US user; UT usage trigger; VA Verify service; VE " +
	"verification; WA activity; WF workflow; WK worker; WQ task queue; WR reservation; WS workspace; WT task; " +
	"ZE function environment; ZS serverless service"

func twilioPrefixes() (list []string) {
	for entry := range strings.SplitSeq(twilioObjects, "; ") {
		list = append(list, entry[:2])
	}
	return list
}

func verifyTwilio(text string) ([]gen.Finding, error) {
	for entry := range strings.SplitSeq(twilioObjects, "; ") {
		if entry[:2] == text[:2] {
			return []gen.Finding{{Name: "object", Value: entry[3:]}}, nil
		}
	}
	return nil, errKind
}

// airtable is a base, a table, a record and so on of Airtable. Source:
// airtable.com/developers/web/api.
func airtable() *gen.Scheme {
	return &gen.Scheme{
		Name:    "airtable",
		Title:   "Airtable id",
		Summary: "what it is of, as rec, tbl or app, and 14 of base62",
		Spec:    "airtable.com/developers/web/api/introduction",
		Weak:    true,
		Encoding: gen.Encoding{Verify: verifyAirtable, Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: []string{"app", "tbl", "rec", "fld", "viw", "usr", "wsp",
				"att", "sel", "blk", "com", "ach", "pag"}},
			{Name: "body", Source: gen.Random, Alphabet: base62, Min: 14, Max: 14},
		}},
		ReadOnly: "Airtable gives them out",
		Since:    day(2013, 1, 1),
		Prior:    1.5,
		Notes:    []string{"names in programs look the same, as appConfiguration2: it is never more than possible"},
		Example: gen.Vector{Text: "rec560UJdUtocSouk", Values: []string{"rec", "560UJdUtocSouk"},
			Source: "airtable.com/developers/web/api, List records"},
	}
}

func verifyAirtable(text string) ([]gen.Finding, error) {
	object := map[string]string{
		"app": "base", "tbl": "table", "rec": "record", "fld": "field", "viw": "view", "usr": "user",
		"wsp": "workspace", "att": "attachment",
		"sel": "choice", "blk": "extension", "com": "comment", "ach": "webhook", "pag": "page",
	}[text[:3]]
	return []gen.Finding{{Name: "object", Value: object}}, nil
}

// youtubeChannel is a channel: UC and 128 random bits. Source: the ids themselves;
// developers.google.com/youtube/v3, Channels.
func youtubeChannel() *gen.Scheme {
	return &gen.Scheme{
		Name:    "youtube-channel",
		Title:   "YouTube channel",
		Summary: "channel of YouTube: UC and 128 random bits in 22 of URL-safe base64",
		Spec:    "developers.google.com/youtube/v3/docs/channels",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: []string{"UC"}},
			{Name: "random", Source: gen.Random, Alphabet: base64URL, Min: 21, Max: 21},
			{Name: "last", Source: gen.Random, Alphabet: "AQgw", Min: 1, Max: 1},
		}},
		ReadOnly: "YouTube gives them out",
		Since:    day(2005, 2, 14),
		Prior:    1.5,
		Notes:    []string{"with UU in place of UC it is the list of the channel's films"},
		Example: gen.Vector{Text: "UCXuqSBlHAE6Xw-yeJA0Tunw", Values: []string{"UC", "XuqSBlHAE6Xw-yeJA0Tun", "w"},
			Source: "youtube.com/channel/UCXuqSBlHAE6Xw-yeJA0Tunw"},
	}
}

// shopify is the global id of what a shop has. Source: shopify.dev, Global IDs in
// Shopify APIs.
func shopify() *gen.Scheme {
	return &gen.Scheme{
		Name:    "shopify",
		Title:   "Shopify global id",
		Summary: "gid://shopify/, the kind of object, a slash and its number",
		Spec:    "shopify.dev/docs/api/usage/gids",
		Encoding: gen.Encoding{Verify: verifyShopify, Pattern: gen.Pattern{
			{Name: "head", Source: gen.Const, Texts: []string{"gid://shopify/"}},
			{Name: "object", Source: gen.Data, Alphabet: gen.AnyByte, Min: 3, Max: 200},
		}},
		ReadOnly: "Shopify gives them out",
		Since:    day(2018, 1, 1),
		Prior:    2,
		Example: gen.Vector{Text: "gid://shopify/Product/10079785100",
			Values: []string{"gid://shopify/", "Product/10079785100"},
			Source: "shopify.dev/docs/api/admin-graphql, ID"},
	}
}

func verifyShopify(text string) ([]gen.Finding, error) {
	object, number, ok := strings.Cut(text[len("gid://shopify/"):], "/")
	number, _, _ = strings.Cut(number, "?")
	if !ok || object == "" || number == "" || strings.Trim(object,
		capitals+smalls+decimals+"_") != "" || strings.ContainsAny(number, "/ ") {
		return nil, errors.New("behind gid://shopify/ stands no object, / and number")
	}
	return []gen.Finding{{Name: "object", Value: object}, {Name: "number", Value: number}}, nil
}

// azure is the path of a resource of Azure. Source: learn.microsoft.com, Azure
// Resource Manager, resourceId.
func azure() *gen.Scheme {
	return &gen.Scheme{
		Name:    "azure",
		Title:   "Azure resource id",
		Summary: "/subscriptions/, a UUID, and the group, provider, type and name",
		Spec:    "learn.microsoft.com/azure/azure-resource-manager",
		Encoding: gen.Encoding{Verify: verifyAzure, Pattern: gen.Pattern{
			{Name: "head", Source: gen.Const, Texts: []string{"/subscriptions/"}, Fold: true},
			{Name: "path", Source: gen.Data, Alphabet: gen.AnyByte, Min: 36, Max: 490},
		}},
		ReadOnly: "Azure gives them out",
		Since:    day(2014, 4, 1),
		Prior:    2,
		Example: gen.Vector{Text: "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/g" +
			"/providers/Microsoft.Network/vnets/v",
			Values: []string{"/subscriptions/",
				"00000000-0000-0000-0000-000000000000/resourceGroups/g/providers/Microsoft.Network/vnets/v"},
			Source: "registry.terraform.io, azurerm_virtual_network"},
	}
}

func verifyAzure(text string) ([]gen.Finding, error) {
	parts := strings.Split(text[len("/subscriptions/"):], "/")
	if _, ok := (gen.Text{Form: gen.UUID}).Try([]byte(parts[0]), 128); !ok {
		return nil, errors.New("behind /subscriptions/ stands no UUID")
	}
	found := []gen.Finding{{Name: "subscription", Value: parts[0]}}
	for i := 1; i < len(parts); i++ {
		switch last := i+1 == len(parts); {
		case parts[i] == "" || last:
			return nil, errors.New("its path does not consist of names and values in turn")
		case strings.EqualFold(parts[i], "resourceGroups"):
			found = append(found, gen.Finding{Name: "group", Value: parts[i+1]})
		case strings.EqualFold(parts[i], "providers"):
			found = append(found, gen.Finding{Name: "provider", Value: parts[i+1]})
		default:
			found = append(found, gen.Finding{Name: parts[i], Value: parts[i+1]})
		}
		i++
	}
	return found, nil
}

// gcpProject is the number of a project of Google Cloud. Source:
// cloud.google.com/resource-manager/reference/rest/v3/projects.
func gcpProject() *gen.Scheme {
	return &gen.Scheme{
		Name:    "gcp-project",
		Title:   "Google Cloud project number",
		Summary: "number of a project of Google Cloud: 12 digits behind projects/",
		Spec:    "cloud.google.com/resource-manager/reference/rest/v3/projects",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "head", Source: gen.Const, Texts: []string{"projects/"}},
			{Name: "number", Source: gen.Data, Alphabet: decimals, Min: 6, Max: 13},
		}},
		ReadOnly: "Google gives them out",
		Since:    day(2010, 5, 1),
		Prior:    1,
		Example: gen.Vector{Text: "projects/415104041262", Values: []string{"projects/", "415104041262"},
			Source: "cloud.google.com/resource-manager/reference/rest/v3/projects"},
	}
}

// gcpNumber is the number alone. Source: as gcpProject.
func gcpNumber() *gen.Scheme {
	s := gcpProject()
	s.Name = "gcp-project-number"
	s.Family = "gcp-project"
	s.Title = "Google Cloud project number, digits alone"
	s.Summary = "12 digits that may be the number of a project of Google Cloud"
	s.Format = gen.FormatNumber
	s.Weak = true
	s.Pattern = gen.Pattern{{Name: "number", Source: gen.Data, Alphabet: decimals, Min: 12, Max: 12}}
	s.Prior = 0
	s.Notes = []string{"nothing but the length speaks for it; accounts of AWS have 12 digits as well"}
	s.Example = gen.Vector{Text: "415104041262", Values: []string{"415104041262"},
		Source: "cloud.google.com/resource-manager/reference/rest/v3/projects, without the head"}
	return s
}
