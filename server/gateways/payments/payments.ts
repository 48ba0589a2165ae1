import type Stripe from 'stripe'
import * as z from 'zod'
import type { DisputeState, Evidence } from '../../../contract/disputes.ts'
import type { PayoutAccountState } from '../../../contract/payouts.ts'

export interface Intent {
  id: string
  clientSecret: string
  status: Stripe.PaymentIntent.Status
  amount: number
  currency: string
  metadata: Record<string, string>
  /** The successful charge; null before the payment succeeded. */
  charge: Charge | null
}

export interface Charge {
  id: string
  /** Stripe's processing fee in cents; null while Stripe has not computed it. */
  fee: number | null
}

/** A seller's Stripe account. */
export interface PayoutAccount {
  id: string
  state: Exclude<PayoutAccountState, 'none'>
  /** Stripe's reasons for the state, as sentences. */
  reasons: string[]
}

/** A transfer of money to a seller's account. */
export interface Transfer {
  id: string
  amount: number
  /** ID of our payout that the transfer belongs to; null if it was made in Stripe's dashboard. */
  payoutId: string | null
}

/** A reversal, which takes money back from a seller's account. */
export interface Reversal {
  id: string
  amount: number
  /** ID of our row that the reversal belongs to; null if it was made in Stripe's dashboard. */
  rowId: string | null
}

export interface Dispute {
  id: string
  /** The PaymentIntent that is disputed. */
  intentId: string
  amount: number
  reason: string
  state: DisputeState
  openedAt: Date
  /** The deadline for evidence; null if Stripe accepts none. */
  dueBy: Date | null
  /** The amounts that Stripe has withdrawn for the dispute: the disputed money and the fee, in cents. */
  withdrawn: number
  fee: number
}

/** A movement on the platform's Stripe balance. */
export interface BalanceMovement {
  id: string
  /** The kind of object that caused it. */
  kind: 'charge' | 'refund' | 'transfer' | 'reversal' | 'dispute' | 'other'
  /** ID of that object: of the PaymentIntent for a charge, and otherwise of the object itself. */
  reference: string
  /** ID of the PaymentIntent whose payment a refund returns; null for other objects. */
  refundedIntentId: string | null
  /** The amount in cents, negative if it left the balance; without Stripe's fee. */
  amount: number
  /** Stripe's fee in cents, which reduces the balance as well. */
  fee: number
  at: Date
}

export interface Refund {
  id: string
  intentId: string
  amount: number
  /** The ID of the partial refund that one of our admins requested, or null for any other refund. */
  partId: string | null
  status: 'pending' | 'succeeded' | 'failed'
}

/**
 * The stored part of a Stripe event. It contains neither a client secret nor payer details, only IDs for
 * looking them up (docs.stripe.com/api/events/object).
 */
export const stripeEvent = z.object({
  id: z.string().regex(/^\w{1,255}$/),
  type: z.string().max(255),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().optional(),
      payment_intent: z.string().nullish(),
      status: z.string().nullish(),
    }),
  }),
})

export type StripeEvent = z.output<typeof stripeEvent>

/** The Stripe operations that Kerblight uses. Creating an intent and refunding require an idempotency key. */
export interface PaymentsGateway {
  createIntent(order: {
    amount: number
    currency: string
    metadata: Record<string, string>
    description: string
    /** The group that links the charge with its transfer. */
    transferGroup: string
    idempotencyKey: string
  }): Promise<Intent>
  getIntent(id: string): Promise<Intent>
  /** Cancels an intent. If it has already ended, it is returned unchanged. */
  cancelIntent(id: string): Promise<Intent>
  /** Refunds part of a payment, or the entire remaining amount. */
  refund(order: {
    intentId: string
    part?: { id: string; amount: number }
    idempotencyKey: string
  }): Promise<Refund>
  getRefund(id: string): Promise<Refund>
  /** Lists the refunds of a PaymentIntent, or all refunds since a time, newest first. */
  listRefunds(of: { intentId: string } | { since: Date }): Promise<Refund[]>
  /** Creates a seller's account, which can receive transfers once the seller has completed onboarding. */
  createAccount(seller: {
    userId: string
    email: string
    name: string
    idempotencyKey: string
  }): Promise<PayoutAccount>
  getAccount(id: string): Promise<PayoutAccount>
  /** Creates a single-use link to Stripe's onboarding pages for the account. */
  createAccountLink(link: { accountId: string; returnUrl: string; refreshUrl: string }): Promise<string>
  /**
   * Transfers money to a seller's account.
   * @throws TransferRefusedError if Stripe refuses it; `service-unavailable` if the outcome is unknown
   */
  createTransfer(order: {
    payoutId: string
    accountId: string
    amount: number
    currency: string
    /**
     * The charge that funds the transfer, which then succeeds before the charge's money is available. Null to
     * transfer from the balance.
     */
    chargeId: string | null
    transferGroup: string
    idempotencyKey: string
  }): Promise<Transfer>
  /** Lists the transfers of a group. */
  listTransfers(transferGroup: string): Promise<Transfer[]>
  /**
   * Reverses part of a transfer.
   * @throws TransferRefusedError if Stripe refuses it; `service-unavailable` if the outcome is unknown
   */
  reverseTransfer(order: {
    transferId: string
    rowId: string
    amount: number
    idempotencyKey: string
  }): Promise<Reversal>
  listReversals(transferId: string): Promise<Reversal[]>
  /** Returns the amount that can be recovered from a seller's account now, in cents. */
  getAccountBalance(accountId: string): Promise<number>
  getDispute(id: string): Promise<Dispute>
  /** Lists the disputes that were opened since a time. */
  listDisputes(since: Date): Promise<Dispute[]>
  /** Stores the evidence for a dispute, and submits it to the bank if `submit` is true. */
  updateDispute(id: string, evidence: Evidence, submit: boolean): Promise<Dispute>
  /** Lists the movements on the platform's balance since a time. */
  listBalanceMovements(since: Date): Promise<BalanceMovement[]>
  /**
   * Verifies and parses an event.
   * @throws ProblemError `invalid-signature` if the payload was not signed with the webhook secret;
   * `invalid-json` or `invalid-input` if the signed payload is not an event
   */
  readEvent(payload: Buffer, signature: string | undefined): Promise<StripeEvent>
}

/** A transfer or a reversal that Stripe refuses, so it was not made. */
export class TransferRefusedError extends Error {
  /** True if the seller's account does not have the money to be recovered. */
  readonly isBalanceTooLow: boolean

  constructor(message: string, isBalanceTooLow: boolean, cause: unknown) {
    super(message, { cause })
    this.name = 'TransferRefusedError'
    this.isBalanceTooLow = isBalanceTooLow
  }
}
