package scheme

import (
	"errors"
	"strings"

	"idscope/gen"
)

// stripe is whatever Stripe's interface hands out: a prefix that says what it is
// of, and symbols that say nothing. Some are keys, which must not be shown.
// Source: docs.stripe.com/api, the fixtures of stripe/openapi.
func stripe() *gen.Scheme {
	return &gen.Scheme{
		Name:    "stripe",
		Title:   "Stripe",
		Summary: "what the prefix names, as cus_ or pi_, and base62; keys are never shown",
		Spec:    "docs.stripe.com/api and github.com/stripe/openapi",
		Encoding: gen.Encoding{Verify: stripeObject, Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: stripePrefixes(), Guards: []string{
				"sk_", "rk_", "whsec_", "ek_", "pst_", "_secret_",
			}},
			{Name: "body", Source: gen.Data, Alphabet: base62, Min: 8, Max: 250},
		}},
		ReadOnly: "Stripe gives them out",
		Since:    day(2011, 9, 1),
		Prior:    3,
		Notes: []string{
			"sk_, rk_, ek_, pst_ and whsec_ are followed by secrets: all but their last four characters are hidden wherever " +
				"idscope writes them",
			"the list of prefixes is not Stripe's own, which publishes none",
		},
		Example: gen.Vector{Text: "cus_QXg1o8vcGmoR32", Values: []string{"cus_", "QXg1o8vcGmoR32"},
			Source: "github.com/stripe/openapi, fixtures3.json"},
	}
}

// stripeTaxCode is a kind of goods, by number. Source: as stripe.
func stripeTaxCode() *gen.Scheme {
	return &gen.Scheme{
		Name:    "stripe-tax-code",
		Family:  "stripe",
		Title:   "Stripe tax code",
		Summary: "txcd_ and 8 digits: a kind of goods or services at Stripe",
		Spec:    "docs.stripe.com/tax/tax-codes",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "prefix", Source: gen.Const, Texts: []string{"txcd_"}},
			{Name: "code", Source: gen.Data, Alphabet: decimals, Min: 8, Max: 8},
		}},
		ReadOnly: "Stripe gives them out",
		Since:    day(2021, 6, 9),
		Prior:    2,
		Example: gen.Vector{Text: "txcd_10000000", Values: []string{"txcd_", "10000000"},
			Source: "github.com/stripe/openapi, fixtures3.json"},
	}
}

// stripeObjects are what the prefixes stand for, in the words of Stripe's
// interface; a + follows those that have live_ or test_ behind them.
const stripeObjects = `
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

// stripeList calls f with each prefix, the underscore included, the mode and what
// it stands for.
func stripeList(f func(prefix, mode, object string)) {
	for entry := range strings.SplitSeq(stripeObjects, ";") {
		name, object, _ := strings.Cut(strings.TrimSpace(entry), " ")
		if name, moded := strings.CutSuffix(name, "+"); moded {
			f(name+"_live_", "live", object)
			f(name+"_test_", "test", object)
		} else {
			f(name+"_", "", object)
		}
	}
}

func stripePrefixes() (list []string) {
	stripeList(func(prefix, _, _ string) { list = append(list, prefix) })
	return list
}

var errStripe = errors.New("its body has no small letter, or no large one, or is too short")

// stripeBody refuses what only looks like an id, as ba_internationalisation: a body
// has letters of both cases, but for the hexadecimal digits of an exchange rate.
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

// stripeObject names what the longest prefix of a text stands for.
func stripeObject(text string) (found []gen.Finding, _ error) {
	longest := 0
	stripeList(func(prefix, mode, object string) {
		if len(prefix) <= longest || !strings.HasPrefix(text, prefix) {
			return
		}
		longest = len(prefix)
		found = []gen.Finding{{Name: "object", Value: object}}
		if mode != "" {
			found = append(found, gen.Finding{Name: "mode", Value: mode})
		}
	})
	if err := stripeBody(text[:longest], text[longest:]); err != nil {
		return nil, err
	}
	return found, nil
}
