import type { PayoutAccount } from '../../../contract/payouts.ts'
import type { Tone } from '../../ui/controls/Badge.tsx'

interface AccountText {
  label: string
  tone: Tone
  title: string
  text: string
  /** The label of the button that leads to Stripe, if the user can do something there. */
  button?: string
}

/** Describes the state of a payout account and what it means for the seller's sales. */
export function describePayoutAccount({
  state,
  isRequired,
}: Pick<PayoutAccount, 'state' | 'isRequired'>): AccountText {
  const untilThen = isRequired
    ? 'Until then, buyers can’t pay for your cars.'
    : 'Until then, the money from your sales waits for you.'
  switch (state) {
    case 'none':
      return {
        label: 'Not set up',
        tone: 'neutral',
        title: 'Get paid for your cars',
        text: `Stripe sends the money to your bank account. Have your ID and your bank details ready. ${isRequired ? 'Until you’re set up, buyers can’t pay for your cars.' : 'Until you’re set up, the money from your sales waits for you.'}`,
        button: 'Get paid',
      }
    case 'information-needed':
      return {
        label: 'Information needed',
        tone: 'warning',
        title: 'Stripe needs more information',
        text: `Enter it on Stripe’s pages. ${untilThen}`,
        button: 'Continue with Stripe',
      }
    case 'restricted':
      return {
        label: 'Restricted',
        tone: 'warning',
        title: 'You can’t receive payouts right now',
        text: `Stripe is checking your account, or has restricted it. ${isRequired ? 'For now, buyers can’t pay for your cars.' : 'For now, the money from your sales waits for you.'} We’ll notify you when this changes.`,
        button: 'Continue with Stripe',
      }
    case 'rejected':
      return {
        label: 'Rejected',
        tone: 'danger',
        title: 'Stripe rejected your account',
        text: `You can’t receive payouts${isRequired ? ', and buyers can’t pay for your cars' : ''}. Only Stripe can change this. Contact Stripe’s support if you think it’s a mistake.`,
      }
    case 'active':
      return {
        label: 'Active',
        tone: 'success',
        title: 'You’re ready to get paid',
        text: 'After each handover, the money goes to your Stripe account, and Stripe sends it on to your bank.',
      }
  }
}
