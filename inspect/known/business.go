package known

import (
	"errors"
	"strings"

	"idscope/gen"
)

var business = []declaration{
	{since: "2008-11-20", objects: twilioObjects, Scheme: gen.Scheme{Name: "twilio", Title: "Twilio SID",
		Spec: "twilio.com/docs/glossary/what-is-a-sid", ReadOnly: "Twilio gives them out", Prior: 2,
		Summary:  "two letters for what it is of, as AC or SM, and 32 hexadecimal digits",
		Encoding: gen.Encoding{Pattern: gen.Pattern{fixed("prefix"), random("number", hexDigits, 32)}},
		Example:  parted("", "twilio.com/docs, IncomingPhoneNumbers", "PN", "2a0747eba6abf96b7e3c3ff0b4530f6e")}},
	{since: "2013-01-01", objects: airtableObjects, Scheme: gen.Scheme{Name: "airtable", Title: "Airtable id",
		Spec: "airtable.com/developers/web/api/introduction", Weak: true, ReadOnly: "Airtable gives them out",
		Summary: "what it is of, as rec, tbl or app, and 14 of base62", Prior: 1.5,
		Encoding: gen.Encoding{Pattern: gen.Pattern{fixed("prefix"), random("body", base62, 14)}},
		Notes:    []string{"names in programs look the same, as appConfiguration2: it is never more than possible"},
		Example:  parted("", "airtable.com/developers/web/api, List records", "rec", "560UJdUtocSouk")}},
	{since: "2018-01-01", Scheme: gen.Scheme{Name: "shopify", Title: "Shopify global id",
		Spec: "shopify.dev/docs/api/usage/gids", ReadOnly: "Shopify gives them out", Prior: 2,
		Summary: "gid://shopify/, the kind of object, a slash and its number",
		Encoding: gen.Encoding{Verify: verifyShopify,
			Pattern: gen.Pattern{fixed("head", "gid://shopify/"), part("object", gen.Data, gen.AnyByte, 3, 200)}},
		Example: parted("", "shopify.dev/docs/api/admin-graphql, ID", "gid://shopify/", "Product/10079785100")}},
	// stripe is whatever Stripe's interface hands out: a prefix that says what it is of, and symbols that say
	// nothing. Some are keys, which must not be shown.
	{since: "2011-09-01", objects: stripeObjects, mark: "_", Scheme: gen.Scheme{Name: "stripe", Title: "Stripe",
		Spec: "docs.stripe.com/api and github.com/stripe/openapi", ReadOnly: "Stripe gives them out", Prior: 3,
		Summary: "what the prefix names, as cus_ or pi_, and base62; keys are never shown",
		Encoding: gen.Encoding{Verify: stripeObject, Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Guards: []string{"sk_", "rk_", "whsec_", "ek_", "pst_", "_secret_"}},
			part("body", gen.Data, base62, 8, 250)}},
		Notes: []string{
			"sk_, rk_, ek_, pst_ and whsec_ are followed by secrets: all but their last four characters are hidden " +
				"wherever idscope writes them",
			"the list of prefixes is not Stripe's own, which publishes none"},
		Example: parted("", "github.com/stripe/openapi, fixtures3.json", "cus_", "QXg1o8vcGmoR32")}},
	{since: "2021-06-09", Scheme: gen.Scheme{Name: "stripe-tax-code", Family: "stripe", Title: "Stripe tax code",
		Spec: "docs.stripe.com/tax/tax-codes", ReadOnly: "Stripe gives them out", Prior: 2,
		Summary:  "txcd_ and 8 digits: a kind of goods or services at Stripe",
		Encoding: gen.Encoding{Pattern: gen.Pattern{fixed("prefix", "txcd_"), data("code", decimals, 8)}},
		Example:  parted("", "github.com/stripe/openapi, fixtures3.json", "txcd_", "10000000")}},
	// salesforce is the id of a record, and in three more symbols which of its letters are large, for those who do not
	// tell.
	{of: "salesforce-15", Scheme: gen.Scheme{Name: "salesforce", Title: "Salesforce record id", Prior: 2,
		Summary: "record of Salesforce: key of the object, pod, number, case as a checksum",
		Encoding: gen.Encoding{Verify: verifySalesforce, VerifyBits: 15, Pattern: gen.Pattern{
			data("key", base62, 3), data("pod", base62, 2), fixed("reserved", "0"),
			part("number", gen.Seq, base62, 9, 9), data("case", caseSymbols, 3)}},
		Example: parted("", "developer.salesforce.com, REST API, Query", "001", "D0", "0", "0000IRFma", "IAH")}},
	{since: "2000-02-07", Scheme: gen.Scheme{Name: "salesforce-15", Family: "salesforce",
		Title: "Salesforce record id of 15 symbols",
		Spec:  "help.salesforce.com, CASESAFEID; developer.salesforce.com, Field Types", Weak: true,
		ReadOnly: "Salesforce gives them out", Prior: 1,
		Summary: "record of Salesforce: key of the object, pod, number; large letters matter",
		Encoding: gen.Encoding{Verify: salesforceObject, Pattern: gen.Pattern{
			data("key", base62, 3), data("pod", base62, 2), fixed("reserved", "0"),
			part("number", gen.Seq, base62, 9, 9)}},
		Example: parted("", "developer.salesforce.com, REST API, Query", "001", "D0", "0", "0000IRFma")}},
}

const twilioObjects objects = `AC account; AD address; AL alpha sender; AP application; BU bundle; CA call; CF
conference; CH conversation; CL client; CN connect app; CP participant; EV event; FN function service; FW flow; GO
flow execution; HA host; IM message; IS service; IT identity document; KS Sync key; MB participant of a
conversation; ME media; MG messaging service; MM picture message; NO notification; PA participant; PI push; PN phone
number; QU queue; RD regulation; RE recording; RL role; RM room; SC short code; SK API key; SM text message; TK
trunk; TR transcription; US user; UT usage trigger; VA Verify service; VE verification; WA activity; WF workflow; WK
worker; WQ task queue; WR reservation; WS workspace; WT task; ZE function environment; ZS serverless service`

const airtableObjects objects = `app base; tbl table; rec record; fld field; viw view; usr user; wsp workspace;
att attachment; sel choice; blk extension; com comment; ach webhook; pag page`

func verifyShopify(text string) ([]gen.Finding, error) {
	object, number, ok := strings.Cut(text[len("gid://shopify/"):], "/")
	number, _, _ = strings.Cut(number, "?")
	if !ok || object == "" || number == "" || strings.Trim(object,
		capitals+smalls+decimals+"_") != "" || strings.ContainsAny(number, "/ ") {
		return nil, errors.New("no object, / and number follow gid://shopify/")
	}
	return found("object", object, "number", number), nil
}

// stripeObjects are what the prefixes mean, in the words of Stripe's interface; a + follows those that
// have live_ or test_ behind them.
const stripeObjects objects = `
ac application; acct account; aliacc alipay_account; appsecret apps.secret; apwc apple_pay_domain; ba bank_account;
bpc billing_portal.configuration; bps billing_portal.session; btok bank_account token; ca application; card card;
cbtxn customer_balance_transaction; ccsbtxn customer_cash_balance_transaction; ch charge; climorder climate.order;
clock test_helpers.test_clock; cn credit_note; cnli credit_note_line_item; cnst credit note's page;
credgr billing.credit_grant; credgr+ billing.credit_grant; credrev treasury.credit_reversal; cs+ checkout.session;
ctoken confirmation_token; cus customer; cuss customer_session; debrev treasury.debit_reversal; di discount;
dp dispute; du dispute; ek+ ephemeral_key; ephkey ephemeral_key; evt event; fa treasury.financial_account;
fca financial_connections.account; fcaown financial_connections.account_owner;
fcaowns financial_connections.account_ownership; fcsess financial_connections.session;
fctxn financial_connections.transaction; feat feature; feat+ entitlements.feature; fee application_fee; file file;
fr fee_refund; frr reporting.report_run; iauth issuing.authorization; ibt treasury.inbound_transfer; ic issuing.card;
ich issuing.cardholder; idp issuing.dispute; ii invoiceitem; il line_item; il_tmp line_item; in invoice;
inpay invoice_payment; ipi issuing.transaction; ise issuing.settlement; issfr radar.early_fraud_warning; li item;
link file_link; mandate mandate; mbur usage_record; mtr billing.meter; mtr+ billing.meter;
obp treasury.outbound_payment; obt treasury.outbound_transfer; or order; orret order_return; person person;
pi payment_intent; pk+ publishable key; plink payment_link; pm payment_method; pmc payment_method_configuration;
pmd payment_method_domain; po payout; price price; prod product; promo promotion_code; prv review;
pst+ terminal.connection_token; py payment; pyr payment refund; qt quote; rate exchange_rate;
rc treasury.received_credit; rcpt receipt; rd treasury.received_debit; re refund; req request; rk+ restricted key;
rsl radar.value_list; rsli radar.value_list_item; setatt setup_attempt; seti setup_intent; shr shipping_rate;
si subscription_item; sis usage_record_summary; sk+ secret key; sk_org+ organization key; sku sku;
sli subscription line_item; sqr scheduled_query_run; src source; srcmn source_mandate_notification;
srctxn source_transaction; sub subscription; sub_sched subscription_schedule; tax tax.transaction;
tax_li tax.calculation_line_item; taxcalc tax.calculation; taxcalc_preview tax.calculation; taxreg tax.registration;
tmc terminal.configuration; tml terminal.location; tmr terminal.reader; tok token; tr transfer; trr transfer_reversal;
trxn treasury.transaction; trxne treasury.transaction_entry; tu topup; txi tax_id;
txn balance_transaction; txr tax_rate; vr identity.verification_report; vs identity.verification_session;
we webhook_endpoint; whsec webhook signing secret`

var errStripe = errors.New("its body has no small letter, or no large one, or is too short")

// stripeBody refuses what only looks like an id, as ba_internationalisation: a body has letters of both cases,
// but for the hexadecimal digits of an exchange rate.
func stripeBody(prefix, body string) error {
	switch prefix {
	case "rate_":
		if len(body) != 14 || strings.Trim(body, hexDigits) != "" {
			return errStripe
		}
	default:
		if len(body) < 14 || !strings.ContainsAny(body, smalls) || !strings.ContainsAny(body, capitals) {
			return errStripe
		}
	}
	return nil
}

// stripeObject names what the longest prefix of a text means.
func stripeObject(text string) ([]gen.Finding, error) {
	prefix, object := stripeObjects.longest(text, "_")
	if err := stripeBody(prefix, text[len(prefix):]); err != nil {
		return nil, err
	}
	all := found("object", object)
	for _, mode := range [...]string{"live", "test"} {
		if strings.HasSuffix(prefix, "_"+mode+"_") {
			all = append(all, found("mode", mode)...)
		}
	}
	return all, nil
}

const caseSymbols = capitals + "012345"

// verifySalesforce compares the last three symbols with the case of five letters each.
func verifySalesforce(text string) ([]gen.Finding, error) {
	for i := range 3 {
		set := 0
		for j := range 5 {
			if c := text[5*i+j]; c >= 'A' && c <= 'Z' {
				set |= 1 << j
			}
		}
		if caseSymbols[set] != text[15+i] {
			return nil, ErrChecksum
		}
	}
	return salesforceObject(text)
}

const salesforceObjects objects = `001 Account; 003 Contact; 005 User; 006 Opportunity; 00D Organization; 00Q Lead;
00T Task; 00U Event; 00G Group; 00e Profile; 00O Report; 01Z Dashboard; 01I CustomObject; 01p ApexClass;
012 RecordType; 015 Document; 069 ContentDocument; 068 ContentVersion; 0PS PermissionSet; 500 Case; 701 Campaign;
800 Contract; 801 Order; 01t Product2; 02i Asset`

func salesforceObject(text string) ([]gen.Finding, error) {
	object := salesforceObjects.of(text[:3])
	switch {
	case object != "":
	case text[0] == 'a':
		object = "custom object"
	default:
		return nil, nil
	}
	return found("object", object), nil
}
