import type { DeclineName } from './test-cards.ts'

/** Codes of https://docs.stripe.com/declines/codes, with Stripe's own messages. */
export interface Decline {
  code: string
  declineCode?: string
  message: string
  param?: string
}

const declinedMessage = 'Your card was declined.'

const DECLINES: Record<DeclineName, Decline> = {
  generic_decline: { code: 'card_declined', declineCode: 'generic_decline', message: declinedMessage },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: { code: 'card_declined', declineCode: 'lost_card', message: declinedMessage },
  stolen_card: { code: 'card_declined', declineCode: 'stolen_card', message: declinedMessage },
  fraudulent: { code: 'card_declined', declineCode: 'fraudulent', message: declinedMessage },
  card_velocity_exceeded: {
    code: 'card_declined',
    declineCode: 'card_velocity_exceeded',
    message:
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  expired_card: {
    code: 'expired_card',
    declineCode: 'expired_card',
    message: 'Your card has expired.',
    param: 'exp_month',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
  },
  processing_error: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  incorrect_number: {
    code: 'incorrect_number',
    declineCode: 'incorrect_number',
    message: 'Your card number is incorrect.',
    param: 'number',
  },
  test_mode_live_card: {
    code: 'card_declined',
    declineCode: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  },
}

export function getDecline(name: DeclineName): Decline {
  return DECLINES[name]
}
