import type { Brand } from './js/card-number.ts'

type ChargeOutcome = 'approved' | DeclineName

export type DeclineName =
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'incorrect_number'
  | 'card_velocity_exceeded'
  | 'fraudulent'
  | 'test_mode_live_card'

/** A test card from https://docs.stripe.com/testing, with its documented behavior. */
export interface TestCard {
  number: string
  brand: Brand
  funding: 'credit' | 'debit' | 'prepaid'
  country: string
  /** Payment method IDs that stand for the card. */
  methods: string[]
  outcome: ChargeOutcome
  /** True if the bank requires 3D Secure before it approves or declines. */
  needsAuthentication: boolean
  refund: 'succeeds' | 'pending-then-succeeds' | 'succeeds-then-fails'
  /** The reason for an immediate dispute, or null for none. */
  dispute: 'fraudulent' | 'product_not_received' | 'inquiry' | null
  /** True if the money of a charge is available without delay. */
  bypassesPending: boolean
  cvcCheck: 'pass' | 'fail'
  postalCodeCheck: 'pass' | 'fail'
}

type Extra = Partial<Omit<TestCard, 'number' | 'brand' | 'methods'>>

function card(number: string, brand: Brand, methods: string[], extra: Extra = {}): TestCard {
  return {
    number,
    brand,
    methods,
    funding: 'credit',
    country: 'US',
    outcome: 'approved',
    needsAuthentication: false,
    refund: 'succeeds',
    dispute: null,
    bypassesPending: false,
    cvcCheck: 'pass',
    postalCodeCheck: 'pass',
    ...extra,
  }
}

function visa(number: string, methods: string[], extra: Extra = {}): TestCard {
  return card(number, 'visa', methods, extra)
}

const TEST_CARDS: TestCard[] = [
  // By brand
  visa('4242424242424242', ['pm_card_visa', 'pm_card_us']),
  visa('4000056655665556', ['pm_card_visa_debit'], { funding: 'debit' }),
  card('5555555555554444', 'mastercard', ['pm_card_mastercard']),
  card('2223003122003222', 'mastercard', []),
  card('5200828282828210', 'mastercard', ['pm_card_mastercard_debit'], { funding: 'debit' }),
  card('5105105105105100', 'mastercard', ['pm_card_mastercard_prepaid'], { funding: 'prepaid' }),
  card('378282246310005', 'amex', ['pm_card_amex']),
  card('371449635398431', 'amex', []),
  card('6011111111111117', 'discover', ['pm_card_discover']),
  card('6011000990139424', 'discover', []),
  card('6011981111111113', 'discover', [], { funding: 'debit' }),
  card('3056930009020004', 'diners', ['pm_card_diners']),
  card('36227206271667', 'diners', []),
  card('3566002020360505', 'jcb', ['pm_card_jcb'], { country: 'JP' }),
  card('6200000000000005', 'unionpay', ['pm_card_unionpay'], { country: 'CN' }),
  card('6200000000000047', 'unionpay', [], { country: 'CN', funding: 'debit' }),
  card('6205500000000000004', 'unionpay', [], { country: 'CN' }),

  // By country
  visa('4000000760000002', ['pm_card_br'], { country: 'BR' }),
  visa('4000001240000000', ['pm_card_ca'], { country: 'CA' }),
  visa('4000004840008001', ['pm_card_mx'], { country: 'MX' }),
  visa('4000002760000016', ['pm_card_de'], { country: 'DE' }),
  visa('4000002500000003', ['pm_card_fr'], { country: 'FR' }),
  visa('4000003800000008', ['pm_card_it'], { country: 'IT' }),
  visa('4000007240000007', ['pm_card_es'], { country: 'ES' }),
  visa('4000008260000000', ['pm_card_gb'], { country: 'GB' }),
  visa('4000058260000005', ['pm_card_gb_debit'], { country: 'GB', funding: 'debit' }),
  visa('4000000360000006', ['pm_card_au'], { country: 'AU' }),
  visa('4000003920000003', ['pm_card_jp'], { country: 'JP' }),

  // Declined when charged
  visa('4000000000000002', ['pm_card_visa_chargeDeclined', 'pm_card_chargeDeclined'], {
    outcome: 'generic_decline',
  }),
  visa(
    '4000000000009995',
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'pm_card_chargeDeclinedInsufficientFunds'],
    { outcome: 'insufficient_funds' },
  ),
  visa('4000000000009987', ['pm_card_visa_chargeDeclinedLostCard', 'pm_card_chargeDeclinedLostCard'], {
    outcome: 'lost_card',
  }),
  visa('4000000000009979', ['pm_card_visa_chargeDeclinedStolenCard', 'pm_card_chargeDeclinedStolenCard'], {
    outcome: 'stolen_card',
  }),
  visa('4000000000000069', ['pm_card_chargeDeclinedExpiredCard'], { outcome: 'expired_card' }),
  visa('4000000000000127', ['pm_card_chargeDeclinedIncorrectCvc'], {
    outcome: 'incorrect_cvc',
    cvcCheck: 'fail',
  }),
  visa('4000000000000119', ['pm_card_chargeDeclinedProcessingError'], { outcome: 'processing_error' }),
  visa('4242424242424241', ['pm_card_chargeDeclinedIncorrectNumber'], { outcome: 'incorrect_number' }),
  visa('4000000000006975', ['pm_card_visa_chargeDeclinedVelocityLimitExceeded'], {
    outcome: 'card_velocity_exceeded',
  }),
  visa('4000000000000341', ['pm_card_chargeCustomerFail'], { outcome: 'generic_decline' }),

  // Fraud prevention
  visa('4100000000000019', ['pm_card_radarBlock'], { outcome: 'fraudulent' }),
  visa('4000000000000101', ['pm_card_cvcCheckFail'], { cvcCheck: 'fail' }),
  visa('4000000000000036', ['pm_card_avsZipFail'], { postalCodeCheck: 'fail' }),

  // Refunds and balance
  visa('4000000000007726', ['pm_card_pendingRefund'], { refund: 'pending-then-succeeds' }),
  visa('4000000000005126', ['pm_card_refundFail'], { refund: 'succeeds-then-fails' }),
  visa('4000000000000077', ['pm_card_bypassPending'], { bypassesPending: true }),
  visa('4000003720000278', ['pm_card_bypassPendingInternational'], { country: 'IE', bypassesPending: true }),

  // Disputes
  visa('4000000000000259', ['pm_card_createDispute'], { dispute: 'fraudulent' }),
  visa('4000000000002685', ['pm_card_createDisputeProductNotReceived'], { dispute: 'product_not_received' }),
  visa('4000000000001976', ['pm_card_createDisputeInquiry'], { dispute: 'inquiry' }),

  // Authentication
  visa('4000002500003155', ['pm_card_authenticationRequiredOnSetup'], {
    country: 'FR',
    needsAuthentication: true,
  }),
  visa('4000002760003184', ['pm_card_authenticationRequired'], { country: 'DE', needsAuthentication: true }),
  visa('4000003800000446', ['pm_card_authenticationRequiredSetupForOffSession'], {
    country: 'IT',
    needsAuthentication: true,
  }),
  visa('4000008260003178', ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'], {
    country: 'GB',
    needsAuthentication: true,
    outcome: 'insufficient_funds',
  }),
  visa('4000000000003220', ['pm_card_threeDSecure2Required'], { needsAuthentication: true }),
  visa('4000008400001629', ['pm_card_threeDSecureRequiredChargeDeclined'], {
    needsAuthentication: true,
    outcome: 'generic_decline',
  }),
  visa('4000008400001280', ['pm_card_threeDSecureRequiredProcessingError'], { outcome: 'processing_error' }),
  visa('4000000000003055', ['pm_card_threeDSecureOptional']),
  visa('4000000000003097', ['pm_card_threeDSecureOptionalProcessingError']),
]

const byNumber = new Map(TEST_CARDS.map((entry) => [entry.number, entry]))
const byMethod = new Map(TEST_CARDS.flatMap((entry) => entry.methods.map((id) => [id, entry] as const)))

export function findTestCard(number: string): TestCard | undefined {
  return byNumber.get(number)
}

export function findTestCardByMethod(id: string): TestCard | undefined {
  return byMethod.get(id)
}
