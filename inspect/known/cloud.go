package known

import (
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"idscope/gen"
)

// awsARN names a resource of Amazon Web Services.
func awsARN() *gen.Scheme {
	return &gen.Scheme{
		Name: "arn", Title: "Amazon Resource Name",
		Aliases: []string{"aws-arn"},
		Summary: "name of a resource of AWS: partition, service, region, account, resource",
		Spec:    "docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html",
		Encoding: gen.Encoding{Verify: verifyARN, Pattern: gen.Pattern{
			{Name: "head", Source: gen.Const, Texts: []string{"arn:aws:", "arn:aws-cn:", "arn:aws-us-gov:",
				"arn:aws-iso:", "arn:aws-iso-b:", "arn:aws-eusc:"}},
			{Name: "resource", Source: gen.Data, Alphabet: gen.AnyByte, Min: 5, Max: 480},
		}},
		ReadOnly: "AWS gives them out",
		Since:    day(2010, 9, 1), Prior: 3,
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
	var all []gen.Finding
	for i, name := range []string{"", "partition", "service", "region", "account", "resource"} {
		if name != "" && parts[i] != "" {
			all = append(all, found(name, parts[i])...)
		}
	}
	return all, nil
}

// awsResource is what EC2 and its relatives give out: a prefix and 17 hexadecimal digits, 8 before 2016.
func awsResource() *gen.Scheme {
	return &gen.Scheme{
		Name: "aws-resource", Title: "AWS resource id",
		Aliases: []string{"ec2"},
		Summary: "what the prefix names, as i- or vol-, and 17 hexadecimal digits, or 8",
		Spec:    "docs.aws.amazon.com/AWSEC2/latest/UserGuide/resource-ids.html",
		Encoding: gen.Encoding{Verify: verifyResource, Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: awsObjects.prefixes("-")},
			{Name: "number", Source: gen.Random, Alphabet: hexDigits, Min: 8, Max: 17},
		}},
		ReadOnly: "AWS gives them out",
		Since:    day(2006, 8, 24), Prior: 3,
		Example: gen.Vector{Text: "i-1234567890abcdef0", Values: []string{"i-", "1234567890abcdef0"},
			Source: "docs.aws.amazon.com/AWSEC2, describe-instances"},
	}
}

// awsObjects are what the prefixes stand for.
const awsObjects objects = `acl network ACL; ami image; cgw customer gateway; dopt DHCP options; eigw egress-only
internet gateway; eipalloc elastic IP address; eipassoc address association; eni network interface; eni-attach
network interface attachment; fl flow log; fs file system; fsap file system access point; fsmt mount target; i
instance; igw internet gateway; lt launch template; mi managed instance; nat NAT gateway; pcx peering connection; pl
prefix list; r reservation; rtb route table; rtbassoc route table association; sg security group; sgr security group
rule; snap snapshot; subnet subnet; tgw transit gateway; tgw-attach transit gateway attachment; tgw-rtb transit
gateway route table; vgw virtual private gateway; vol volume; vpc VPC; vpce VPC endpoint; vpce-svc VPC endpoint
service; vpn VPN connection`

var errResource = errors.New("behind the prefix stand neither 17 hexadecimal digits nor 8")

func verifyResource(text string) ([]gen.Finding, error) {
	at := strings.LastIndexByte(text, '-')
	if n := len(text) - at - 1; n != 17 && n != 8 {
		return nil, errResource
	}
	return found("object", awsObjects.of(text[:at])), nil
}

// awsKey is the id of an access key, or of a user, role and so on: 20 or 21 symbols of base32, which name the
// account. It is no secret; the key beside it is.
func awsKey() *gen.Scheme {
	return &gen.Scheme{
		Name: "aws-key", Title: "AWS access key id, IAM id",
		Aliases: []string{"iam-id"},
		Summary: "AKIA, ASIA, AROA ... and 16 or 17 of base32, which name the account",
		Spec:    "docs.aws.amazon.com/IAM/latest/UserGuide, reference_identifiers",
		Encoding: gen.Encoding{Verify: verifyAWSKey, Pattern: gen.Pattern{
			{Name: "kind", Source: gen.Const, Texts: awsKinds.prefixes("")},
			{Name: "body", Source: gen.Data, Alphabet: capitals + "234567", Min: 16, Max: 17},
		}},
		ReadOnly: "AWS gives them out",
		Since:    day(2011, 5, 1), Prior: 3,
		Notes: []string{"keys of before 2019 have no account in them: what is read there is another number"},
		Example: gen.Vector{Text: "ASIAQNZGKIQY56JQ7WML", Values: []string{"ASIA", "QNZGKIQY56JQ7WML"},
			Source: "medium.com/@TalBeerySec, A short note on AWS KEY ID"},
	}
}

const awsKinds objects = `ABIA bearer token of STS; ACCA context-specific credential; AGPA user group; AIDA user;
AIPA instance profile; AKIA access key; ANPA managed policy; ANVA version of a managed policy; APKA public key;
AROA role; ASCA certificate; ASIA temporary access key`

// verifyAWSKey says what it is of, and the account: bits 1 to 40 of the body.
func verifyAWSKey(text string) ([]gen.Finding, error) {
	all := found("object", awsKinds.of(text[:4]))
	if text[:4] != "AKIA" && text[:4] != "ASIA" {
		return all, nil
	}
	if len(text) != 20 {
		return nil, errLength
	}
	data, err := base32.StdEncoding.DecodeString(text[4:20])
	if err != nil {
		return nil, errLength
	}
	account := binary.BigEndian.Uint64(data) >> 23 & (1<<40 - 1)
	return append(all, found("account", fmt.Sprintf("%012d", account))...), nil
}

// awsRequest is the id of a request to S3.
func awsRequest() *gen.Scheme {
	return &gen.Scheme{
		Name: "aws-request", Title: "request id of Amazon S3",
		Summary: "x-amz-request-id of Amazon S3: 16 digits and large letters",
		Spec:    "docs.aws.amazon.com/AmazonS3/latest/API, RESTCommonResponseHeaders",
		Weak:    true,
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "request", Source: gen.Random, Alphabet: decimals + capitals, Min: 16, Max: 16},
		}},
		ReadOnly: "Amazon S3 gives them out",
		Since:    day(2006, 3, 14), Prior: -1,
		Notes: []string{"nothing but the length speaks for it; other services give requests UUIDs"},
		Example: gen.Vector{Text: "4442587FB7D0A2F9", Values: []string{"4442587FB7D0A2F9"},
			Source: "docs.aws.amazon.com/AmazonS3, CreateBucket"},
	}
}

// azure is the path of a resource of Azure.
func azure() *gen.Scheme {
	return &gen.Scheme{
		Name: "azure", Title: "Azure resource id",
		Summary: "/subscriptions/, a UUID, and the group, provider, type and name",
		Spec:    "learn.microsoft.com/azure/azure-resource-manager",
		Encoding: gen.Encoding{Verify: verifyAzure, Pattern: gen.Pattern{
			{Name: "head", Source: gen.Const, Texts: []string{"/subscriptions/"}, Fold: true},
			{Name: "path", Source: gen.Data, Alphabet: gen.AnyByte, Min: 36, Max: 490},
		}},
		ReadOnly: "Azure gives them out",
		Since:    day(2014, 4, 1), Prior: 2,
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
	all := found("subscription", parts[0])
	for i := 1; i < len(parts); i++ {
		switch last := i+1 == len(parts); {
		case parts[i] == "" || last:
			return nil, errors.New("its path does not consist of names and values in turn")
		case strings.EqualFold(parts[i], "resourceGroups"):
			all = append(all, found("group", parts[i+1])...)
		case strings.EqualFold(parts[i], "providers"):
			all = append(all, found("provider", parts[i+1])...)
		default:
			all = append(all, found(parts[i], parts[i+1])...)
		}
		i++
	}
	return all, nil
}

// gcpProject is the number of a project of Google Cloud.
func gcpProject() *gen.Scheme {
	return &gen.Scheme{
		Name: "gcp-project", Title: "Google Cloud project number",
		Summary: "number of a project of Google Cloud: 12 digits behind projects/",
		Spec:    "cloud.google.com/resource-manager/reference/rest/v3/projects",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "head", Source: gen.Const, Texts: []string{"projects/"}},
			{Name: "number", Source: gen.Data, Alphabet: decimals, Min: 6, Max: 13},
		}},
		ReadOnly: "Google gives them out",
		Since:    day(2010, 5, 1), Prior: 1,
		Example: gen.Vector{Text: "projects/415104041262", Values: []string{"projects/", "415104041262"},
			Source: "cloud.google.com/resource-manager/reference/rest/v3/projects"},
	}
}

// gcpNumber is the number alone.
func gcpNumber() *gen.Scheme {
	return gcpProject().Variant(gen.Scheme{
		Name: "gcp-project-number", Family: "gcp-project", Title: "Google Cloud project number, digits alone",
		Summary: "12 digits that may be the number of a project of Google Cloud",
		Format:  gen.FormatNumber,
		Weak:    true,
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "number", Source: gen.Data, Alphabet: decimals, Min: 12, Max: 12},
		}},
		Notes: []string{"nothing but the length speaks for it; accounts of AWS have 12 digits as well"},
		Example: gen.Vector{Text: "415104041262", Values: []string{"415104041262"},
			Source: "cloud.google.com/resource-manager/reference/rest/v3/projects, without the head"},
	})
}
