import { formatCount } from '../number-format.ts'

/**
 * The problem codes with their HTTP status and title. The title, with a period, is the message unless there
 * is a more specific detail. Clients branch on the code, never on the message.
 */
export const problems = {
  'invalid-input': [400, 'Some fields need your attention'],
  'invalid-json': [400, 'The request body is not valid JSON'],
  'malformed-request': [400, 'This isn’t an HTTP request'],
  'unreadable-body': [400, 'The request body can’t be read'],
  'sign-in-needed': [401, 'Sign in to continue'],
  'invalid-signature': [400, 'The signature does not match'],
  'email-mismatch': [403, 'This isn’t the email address you’re signed in with'],
  'unsupported-address': [
    403,
    'Your account’s email address has characters we don’t support. Use lowercase letters from a to z, digits, and common symbols',
  ],
  'account-deleted': [403, 'This account has been deleted'],
  'address-unproven': [403, 'Confirm your email address to do this: open the link in the email we sent you'],
  'not-allowed': [403, 'You don’t have permission to do this'],
  // The status is not 426, which requests a protocol upgrade (RFC 9110, 15.5.22).
  'console-outdated': [403, 'Update the console to make changes. This version is read-only'],
  'not-found': [404, 'We couldn’t find that, or you don’t have access'],
  'method-not-allowed': [405, 'This path doesn’t support that method'],
  'request-too-slow': [408, 'The request timed out. Try again'],
  'upload-too-slow': [408, 'The upload timed out. Try a faster connection'],
  'own-car': [409, 'This is your own car'],
  'seller-unproven': [
    409,
    'The seller hasn’t confirmed their email address yet, so this car can’t be bought',
  ],
  'seller-not-payable': [
    409,
    'The seller can’t receive money yet, so this car can’t be paid for. You can keep it on your list',
  ],
  'deal-state': [409, 'The sale’s current state doesn’t allow this'],
  'documents-changed': [
    409,
    'The documents have changed since you saw them. Read them again before you sign',
  ],
  'documents-signed': [
    409,
    'Both sides have signed these documents, and the seller is paid. They can’t be changed anymore',
  ],
  'already-signed': [
    409,
    'You’ve signed these documents with another name. To correct it, the seller changes the details, and both sides sign again',
  ],
  'deposit-changed': [409, 'The deposit has changed since you saw it'],
  'no-deposit': [409, 'The seller doesn’t reserve this car for a deposit'],
  'reserved-by-you': [409, 'You’ve reserved this car. End the reservation before you remove it'],
  'reservation-over': [409, 'This reservation has already ended'],
  'dispute-over': [409, 'Evidence for this dispute can’t be changed anymore'],
  'evidence-missing': [409, 'There’s no evidence to submit. Enter it first'],
  'stripe-refused': [409, 'Stripe refused this request, and would refuse it again'],
  'money-in-flight': [
    409,
    'This account has a sale, reservation, refund, dispute, or debt that isn’t finished yet. It can be deleted after that',
  ],
  'vin-listed': [409, 'You’ve already listed a car with this VIN'],
  'vin-in-review': [409, 'Another listing has this VIN. Our team will decide whether yours can be listed'],
  'stock-number-taken': [409, 'Another of your cars has this stock number'],
  'price-changed': [409, 'The price has changed since you saw it'],
  'car-reserved': [409, 'Another buyer has reserved this car or is paying for it'],
  'car-sold': [409, 'This car is no longer available'],
  'state-not-allowed': [409, 'The car’s current status doesn’t allow this'],
  'listing-incomplete': [409, 'This car needs a few more details before it can be listed'],
  'import-not-ready': [409, 'This file isn’t ready to import'],
  'missing-count': [
    409,
    'More than a fifth of your listed cars aren’t in this file. To confirm, type how many',
  ],
  'feed-limit': [409, 'You’ve reached the feed limit. Revoke a feed first'],
  'already-paid': [409, 'This purchase is already paid'],
  'hold-expired': [409, 'Your hold on this car just expired'],
  'holds-paused': [409, 'First-time buyers can’t hold this car right now'],
  'payment-in-progress': [409, 'A payment for this car is in progress'],
  'ambiguous-item': [409, 'More than one purchase matches. Specify the one you’re paying for'],
  'purchase-limit': [409, 'Your purchase list is full'],
  'not-bought': [409, 'You can review a purchase once it’s paid'],
  'already-reviewed': [409, 'You’ve already reviewed this purchase. Edit that review instead'],
  'not-succeeded': [409, 'The card payment hasn’t gone through'],
  'not-a-seller': [409, 'This isn’t a seller account'],
  'own-account': [409, 'You can’t do this to your own account'],
  'last-admin': [409, 'There must be at least one admin'],
  'not-refundable': [409, 'This payment can’t be refunded'],
  'refund-changed': [409, 'More of this payment has been refunded since you saw it'],
  'not-refunded': [409, 'Refund the sale in full first'],
  'newsletter-sent': [409, 'This newsletter has already gone out. It can’t be changed or sent again'],
  'no-subscribers': [409, 'There’s no one to send it to: no subscriber has confirmed their address yet'],
  'address-missing': [
    409,
    'Newsletters need your mailing address, as US law requires. Set CONTACT_ADDRESS on the server and restart it',
  ],
  'quota-exceeded': [409, 'Your account has reached a limit'],
  'revert-expired': [409, 'It’s too late to revert this'],
  'revert-running': [409, 'This change is being reverted or undone right now. Wait until that’s done'],
  'make-exists': [409, 'There’s already a make with this name'],
  'make-in-use': [409, 'Cars use this make, so it can’t be deleted'],
  'undo-expired': [409, 'It’s too late to undo this'],
  'stale-copy': [412, 'Someone else edited this after you opened it'],
  'body-too-large': [413, 'That’s too large to send'],
  'unsupported-image': [415, 'Choose a JPEG, PNG, or WebP photo'],
  'unsupported-media-type': [415, 'Send JSON'],
  'code-incorrect': [422, 'That’s not the buyer’s code'],
  'key-reused': [422, 'This idempotency key was used for a different request'],
  'price-not-payable': [422, 'This price can’t be paid by card'],
  'too-many-requests': [429, 'Too many requests. Wait a moment'],
  'headers-too-large': [431, 'The request’s headers are too large'],
  internal: [500, 'Something went wrong on our end'],
  overloaded: [503, 'We’re busy right now. Try again in a moment'],
  'service-unavailable': [503, 'A service we rely on isn’t responding. Try again'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemCode = keyof typeof problems

export interface FieldError {
  /** The field's name as sent, such as `images.2` for a list item. */
  path: string
  /** A sentence that explains what to do. It does not repeat the path. */
  message: string
  /** The value to send instead, if the server knows it, such as the current name of a make. */
  instead?: string
}

/**
 * RFC 9457 problem details. `message` repeats `detail` because the product specification's toasts read it.
 */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: ProblemCode
  message: string
  errors?: FieldError[]
  /** Data that a client needs to continue, such as the current price after `price-changed`. */
  facts?: Record<string, string | number | null>
}

/** A string that ends with a period, as the compiler enforces. */
export type Sentence = `${string}.`

export class ProblemError extends Error {
  readonly code: ProblemCode
  readonly errors: FieldError[] | undefined
  readonly facts: Problem['facts']
  readonly headers: Record<string, string>

  constructor(
    code: ProblemCode,
    more: {
      detail?: Sentence
      errors?: FieldError[]
      facts?: Problem['facts']
      headers?: Record<string, string>
      cause?: unknown
    } = {},
  ) {
    super(more.detail ?? onlyError(more.errors) ?? `${problems[code][1]}.`, { cause: more.cause })
    this.name = 'ProblemError'
    this.code = code
    this.errors = more.errors
    this.facts = more.facts
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return problems[this.code][0]
  }
}

/** Returns the message of the only error, which then serves as the summary. */
function onlyError(errors: FieldError[] = []): string | undefined {
  return errors.length === 1 ? errors[0]!.message : undefined
}

export function createInputProblem(errors: FieldError[]): ProblemError {
  return new ProblemError('invalid-input', { errors })
}

export function createFieldProblem(path: string, message: string): ProblemError {
  return createInputProblem([{ path, message }])
}

export function createRateLimitProblem(msBeforeNext: number): ProblemError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new ProblemError('too-many-requests', {
    detail: `Too many requests. Wait ${formatCount(seconds, 'second')}.`,
    headers: { 'Retry-After': String(seconds) },
  })
}
