package known

import "testing"

// TestStripeFixtures reads ids of prefixes that Stripe's published fixtures have, and
// refuses what only begins like one. Source: stripe/openapi, openapi/fixtures3.json.
func TestStripeFixtures(t *testing.T) {
	s := stripe()
	m := s.Pattern.Matcher()
	for text, object := range map[string]string{
		"tax_li_Na0zudrm8fhRrR": "tax.calculation_line_item", "txcd_99999999": "",
		"fa_1MoqxRLgUG5tbmjcWgShH0Y5":    "treasury.financial_account",
		"obp_1MoqxVLgUG5tbmjcAnv9m3SQ":   "treasury.outbound_payment",
		"trxn_1MoqxRLgUG5tbmjcR6gnm9dv":  "treasury.transaction",
		"trxne_1MoqxVLgUG5tbmjcknpUUMam": "treasury.transaction_entry", "rate_7573642d636164": "exchange_rate",
		"rsli_1MoqxSLgUG5tbmjcbtVjkYEH":                "radar.value_list_item",
		"pmd_1Nnrer2eZvKYlo2Cips79tWl":                 "payment_method_domain",
		"credgr_test_61R9a6NUWsRmOW3RM41L6nFOS1ekDGHo": "billing.credit_grant",
		"tmc_ElVUAjF8xXG3hj":                           "terminal.configuration",
		"il_tmp_1MoqxMLgUG5tbmjcomPf5R4Q":              "line_item",
		"sub_sched_1MoqxMLgUG5tbmjcVbx8ow6r":           "subscription_schedule",
		"apwc_1MoqxHLgUG5tbmjcSaCJcxT8":                "apple_pay_domain",
		"ba_internationalisation":                      "", "card_payments": "", "txcd_1000000a": "", "rate_limit": "",
		"CUS_QXG1O8VCGMOR32": "", "in_QXG1O8VCGMOR32": "",
	} {
		_, ok := m.Match(nil, text)
		got := ""
		if ok {
			if found, err := s.Verify(text); err == nil {
				got = found[0].Value
			}
		}
		if got != object {
			t.Errorf("%s is %q; want %q", text, got, object)
		}
	}
}
