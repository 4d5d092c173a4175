package known

import (
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"idscope/gen"
)

var cloud = []declaration{
	{since: "2010-09-01", Scheme: gen.Scheme{Name: "arn", Title: "Amazon Resource Name", Aliases: []string{"aws-arn"},
		Spec: arnPage, ReadOnly: "AWS gives them out", Prior: 3,
		Summary: "name of a resource of AWS: partition, service, region, account, resource",
		Encoding: gen.Encoding{Verify: verifyARN, Pattern: gen.Pattern{
			fixed("head", "arn:aws:", "arn:aws-cn:", "arn:aws-us-gov:", "arn:aws-iso:", "arn:aws-iso-b:",
				"arn:aws-eusc:"),
			part("resource", gen.Data, gen.AnyByte, 5, 480)}},
		Example: parted("", arnPage, "arn:aws:", "iam::123456789012:user/johndoe")}},
	{since: "2006-08-24", objects: awsObjects, mark: "-", Scheme: gen.Scheme{Name: "aws-resource",
		Title: "AWS resource id", Aliases: []string{"ec2"},
		Spec: "docs.aws.amazon.com/AWSEC2/latest/UserGuide/resource-ids.html", ReadOnly: "AWS gives them out", Prior: 3,
		Summary: "what the prefix names, as i- or vol-, and 17 hexadecimal digits, or 8",
		Encoding: gen.Encoding{Verify: verifyResource,
			Pattern: gen.Pattern{fixed("prefix"),
				{Name: "number", Source: gen.Random, Alphabet: hexDigits, Min: 8, Max: 17, Drawn: 17 * 4}}},
		Example: parted("", "docs.aws.amazon.com/AWSEC2, describe-instances", "i-", "1234567890abcdef0")}},
	// aws-key is the id of an access key, or of a user, role and so on: 20 or 21 symbols of base32, which name the
	// account. It is no secret; the key beside it is.
	{since: "2011-05-01", objects: awsKinds, Scheme: gen.Scheme{Name: "aws-key", Title: "AWS access key id, IAM id",
		Aliases: []string{"iam-id"}, Spec: "docs.aws.amazon.com/IAM/latest/UserGuide, reference_identifiers",
		ReadOnly: "AWS gives them out", Prior: 3,
		Summary: "AKIA, ASIA, AROA ... and 16 or 17 of base32, which name the account",
		Encoding: gen.Encoding{Verify: verifyAWSKey,
			Pattern: gen.Pattern{fixed("kind"), part("body", gen.Data, capitals+"234567", 16, 17)}},
		Notes:   []string{"keys of before 2019 have no account in them: what is read there is another number"},
		Example: parted("", "medium.com/@TalBeerySec, A short note on AWS KEY ID", "ASIA", "QNZGKIQY56JQ7WML")}},
	{since: "2006-03-14", Scheme: gen.Scheme{Name: "aws-request", Title: "request id of Amazon S3",
		Spec: "docs.aws.amazon.com/AmazonS3/latest/API, RESTCommonResponseHeaders", Weak: true,
		ReadOnly: "Amazon S3 gives them out", Prior: -1,
		Summary:  "x-amz-request-id of Amazon S3: 16 digits and large letters",
		Encoding: gen.Encoding{Pattern: gen.Pattern{random("request", decimals+capitals, 16)}},
		Notes:    []string{"nothing but the length speaks for it; other services give requests UUIDs"},
		Example:  parted("", "docs.aws.amazon.com/AmazonS3, CreateBucket", "4442587FB7D0A2F9")}},
	{since: "2014-04-01", Scheme: gen.Scheme{Name: "azure", Title: "Azure resource id",
		Spec: "learn.microsoft.com/azure/azure-resource-manager", ReadOnly: "Azure gives them out", Prior: 2,
		Summary: "/subscriptions/, a UUID, and the group, provider, type and name",
		Encoding: gen.Encoding{Verify: verifyAzure, Pattern: gen.Pattern{
			{Name: "head", Source: gen.Const, Fold: true, Texts: []string{"/subscriptions/"}},
			part("path", gen.Data, gen.AnyByte, 36, 490)}},
		Example: parted("", "registry.terraform.io, azurerm_virtual_network", "/subscriptions/",
			"00000000-0000-0000-0000-000000000000/resourceGroups/g/providers/Microsoft.Network/vnets/v")}},
	{since: "2010-05-01", Scheme: gen.Scheme{Name: "gcp-project", Title: "Google Cloud project number", Spec: gcpPage,
		ReadOnly: "Google gives them out", Prior: 1,
		Summary: "number of a project of Google Cloud: 12 digits behind projects/",
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{fixed("head", "projects/"), part("number", gen.Data, decimals, 6, 13)}},
		Example: parted("", gcpPage, "projects/", "415104041262")}},
	{of: "gcp-project", Scheme: gen.Scheme{Name: "gcp-project-number", Family: "gcp-project",
		Title: "Google Cloud project number, digits alone", Format: gen.FormatNumber, Weak: true,
		Summary:  "12 digits that may be the number of a project of Google Cloud",
		Encoding: gen.Encoding{Pattern: gen.Pattern{data("number", decimals, 12)}},
		Notes:    []string{"nothing but the length speaks for it; accounts of AWS have 12 digits as well"},
		Example:  parted("", gcpPage+", without the head", "415104041262")}},
}

const (
	arnPage = "docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html"
	gcpPage = "cloud.google.com/resource-manager/reference/rest/v3/projects"
)

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

// awsObjects are what the prefixes mean.
const awsObjects objects = `acl network ACL; ami image; cgw customer gateway; dopt DHCP options; eigw egress-only
internet gateway; eipalloc elastic IP address; eipassoc address association; eni network interface; eni-attach
network interface attachment; fl flow log; fs file system; fsap file system access point; fsmt mount target; i
instance; igw internet gateway; lt launch template; mi managed instance; nat NAT gateway; pcx peering connection; pl
prefix list; r reservation; rtb route table; rtbassoc route table association; sg security group; sgr security group
rule; snap snapshot; subnet subnet; tgw transit gateway; tgw-attach transit gateway attachment; tgw-rtb transit
gateway route table; vgw virtual private gateway; vol volume; vpc VPC; vpce VPC endpoint; vpce-svc VPC endpoint
service; vpn VPN connection`

var errResource = errors.New("neither 17 hexadecimal digits nor 8 follow the prefix")

func verifyResource(text string) ([]gen.Finding, error) {
	prefix, object := awsObjects.longest(text, "-")
	if n := len(text) - len(prefix); n != 17 && n != 8 {
		return nil, errResource
	}
	return found("object", object), nil
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

func verifyAzure(text string) ([]gen.Finding, error) {
	parts := strings.Split(text[len("/subscriptions/"):], "/")
	if _, ok := (gen.Text{Form: gen.UUID}).Try([]byte(parts[0]), 128); !ok {
		return nil, errors.New("no UUID follows /subscriptions/")
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
