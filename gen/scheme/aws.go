package scheme

import (
	"errors"
	"fmt"
	"strings"

	"idscope/gen"
)

// awsARN names a resource of Amazon Web Services. Source: AWS General Reference,
// Amazon Resource Names.
func awsARN() *gen.Scheme {
	return &gen.Scheme{
		Name:    "arn",
		Aliases: []string{"aws-arn"},
		Title:   "Amazon Resource Name",
		Summary: "name of a resource of AWS: partition, service, region, account, resource",
		Spec:    "docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html",
		Encoding: gen.Encoding{Verify: verifyARN, Pattern: gen.Pattern{
			{Name: "head", Source: gen.Const, Texts: []string{"arn:aws:", "arn:aws-cn:", "arn:aws-us-gov:",
				"arn:aws-iso:", "arn:aws-iso-b:", "arn:aws-eusc:"}},
			{Name: "resource", Source: gen.Data, Alphabet: gen.AnyByte, Min: 5, Max: 480},
		}},
		ReadOnly: "AWS gives them out",
		Since:    day(2010, 9, 1),
		Prior:    3,
		Example: gen.Vector{Text: "arn:aws:iam::123456789012:user/johndoe",
			Values: []string{"arn:aws:", "iam::123456789012:user/johndoe"},
			Source: "docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html"},
	}
}

func verifyARN(text string) ([]gen.Finding, error) {
	parts := strings.SplitN(text, ":", 6)
	switch {
	case len(parts) < 6 || parts[2] == "" || parts[5] == "":
		return nil, errors.New("it has fewer parts than service, region, account and resource")
	case strings.ContainsAny(text, " \t"):
		return nil, errors.New("it has a blank in it")
	case parts[4] != "" && parts[4] != "aws" && (len(parts[4]) != 12 || strings.Trim(parts[4], decimals) != ""):
		return nil, errors.New("its account is not 12 digits")
	}
	var found []gen.Finding
	for i, name := range []string{"", "partition", "service", "region", "account", "resource"} {
		if name != "" && parts[i] != "" {
			found = append(found, gen.Finding{Name: name, Value: parts[i]})
		}
	}
	return found, nil
}

// awsResource is what EC2 and its relatives give out: a prefix and 17 hexadecimal
// digits, 8 before 2016. Source: Amazon EC2 User Guide, Resource IDs.
func awsResource() *gen.Scheme {
	return &gen.Scheme{
		Name:    "aws-resource",
		Aliases: []string{"ec2"},
		Title:   "AWS resource id",
		Summary: "what the prefix names, as i- or vol-, and 17 hexadecimal digits, or 8",
		Spec:    "docs.aws.amazon.com/AWSEC2/latest/UserGuide/resource-ids.html",
		Encoding: gen.Encoding{Verify: verifyResource, Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: awsPrefixes()},
			{Name: "number", Source: gen.Random, Alphabet: hexDigits, Min: 8, Max: 17},
		}},
		ReadOnly: "AWS gives them out",
		Since:    day(2006, 8, 24),
		Prior:    3,
		Example: gen.Vector{Text: "i-1234567890abcdef0", Values: []string{"i-", "1234567890abcdef0"},
			Source: "docs.aws.amazon.com/AWSEC2, describe-instances"},
	}
}

// awsObjects are what the prefixes stand for.
const awsObjects = `acl network ACL; ami image; cgw customer gateway; dopt DHCP options;
eigw egress-only internet gateway; eipalloc elastic IP address; eipassoc address association; eni network interface;
eni-attach network interface
attachment; fl flow log; fs file system; fsap file system access point; fsmt mount target; i instance; igw
internet gateway; lt launch template; mi managed instance; nat NAT gateway; pcx peering connection; pl prefix
list; r reservation; rtb route table; rtbassoc route table association; sg security group; sgr security group
rule; snap snapshot; subnet subnet; tgw transit gateway; tgw-attach transit gateway attachment; tgw-rtb transit
gateway route table; vgw virtual private gateway; vol volume; vpc VPC; vpce VPC endpoint; vpce-svc VPC endpoint
service; vpn VPN connection`

// awsEntries yields each prefix and its object; lines end between any two words.
func awsEntries(yield func(name, object string) bool) {
	for entry := range strings.SplitSeq(strings.ReplaceAll(awsObjects, "\n", " "), ";") {
		if name, object, _ := strings.Cut(strings.TrimSpace(entry), " "); !yield(name, object) {
			return
		}
	}
}

func awsPrefixes() (list []string) {
	for name := range awsEntries {
		list = append(list, name+"-")
	}
	return list
}

var errResource = errors.New("behind the prefix stand neither 17 hexadecimal digits nor 8")

func verifyResource(text string) ([]gen.Finding, error) {
	at := strings.LastIndexByte(text, '-')
	if n := len(text) - at - 1; n != 17 && n != 8 {
		return nil, errResource
	}
	for name, object := range awsEntries {
		if name == text[:at] {
			return []gen.Finding{{Name: "object", Value: object}}, nil
		}
	}
	return nil, errResource
}

// awsKey is the id of an access key, or of a user, role and so on: 20 or 21 symbols of
// base32, which name the account. It is no secret; the key beside it is. Source: IAM
// User Guide, Unique identifiers; awsteele.com and T. Be'ery, who found the account.
func awsKey() *gen.Scheme {
	return &gen.Scheme{
		Name:    "aws-key",
		Aliases: []string{"iam-id"},
		Title:   "AWS access key id, IAM id",
		Summary: "AKIA, ASIA, AROA ... and 16 or 17 of base32, which name the account",
		Spec:    "docs.aws.amazon.com/IAM/latest/UserGuide, reference_identifiers",
		Encoding: gen.Encoding{Verify: verifyAWSKey, Pattern: gen.Pattern{
			{Name: "kind", Source: gen.Const, Texts: []string{"ABIA", "ACCA", "AGPA", "AIDA", "AIPA", "AKIA",
				"ANPA", "ANVA", "APKA", "AROA", "ASCA", "ASIA"}},
			{Name: "body", Source: gen.Data, Alphabet: capitals + "234567", Min: 16, Max: 17},
		}},
		ReadOnly: "AWS gives them out",
		Since:    day(2011, 5, 1),
		Prior:    3,
		Notes:    []string{"keys of before 2019 have no account in them: what is read there is another number"},
		Example: gen.Vector{Text: "ASIAQNZGKIQY56JQ7WML", Values: []string{"ASIA", "QNZGKIQY56JQ7WML"},
			Source: "medium.com/@TalBeerySec, A short note on AWS KEY ID"},
	}
}

// verifyAWSKey says what it is of, and the account: bits 1 to 40 of the body.
func verifyAWSKey(text string) ([]gen.Finding, error) {
	object := map[string]string{
		"ABIA": "bearer token of STS", "ACCA": "context-specific credential", "AGPA": "user group",
		"AIDA": "user", "AIPA": "instance profile",
		"AKIA": "access key", "ANPA": "managed policy", "ANVA": "version of a managed policy",
		"APKA": "public key", "AROA": "role",
		"ASCA": "certificate", "ASIA": "temporary access key",
	}[text[:4]]
	found := []gen.Finding{{Name: "object", Value: object}}
	if text[:4] != "AKIA" && text[:4] != "ASIA" {
		return found, nil
	}
	if len(text) != 20 {
		return nil, errLength
	}
	account := uint64(0) // a bit, 40 of the account, and more; package encoding/base32 would cost every start
	for _, c := range []byte(text[4:14]) {
		value := strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", c)
		if value < 0 {
			return nil, errLength
		}
		account = account<<5 | uint64(value)
	}
	return append(found, gen.Finding{Name: "account", Value: fmt.Sprintf("%012d", account>>9&(1<<40-1))}), nil
}

// awsRequest is the id of a request to S3. Source: Amazon S3 API Reference, Common
// Response Headers, which shows one of hexadecimal digits; those of today have other
// letters.
func awsRequest() *gen.Scheme {
	return &gen.Scheme{
		Name:    "aws-request",
		Title:   "request id of Amazon S3",
		Summary: "x-amz-request-id of Amazon S3: 16 digits and large letters",
		Spec:    "docs.aws.amazon.com/AmazonS3/latest/API, RESTCommonResponseHeaders",
		Weak:    true,
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "request", Source: gen.Random, Alphabet: decimals + capitals, Min: 16, Max: 16},
		}},
		ReadOnly: "Amazon S3 gives them out",
		Since:    day(2006, 3, 14),
		Prior:    -1,
		Notes:    []string{"nothing but the length speaks for it; other services give requests UUIDs"},
		Example: gen.Vector{Text: "4442587FB7D0A2F9", Values: []string{"4442587FB7D0A2F9"},
			Source: "docs.aws.amazon.com/AmazonS3, CreateBucket"},
	}
}
