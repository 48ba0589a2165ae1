import type { ChangeKind } from '../../contract/cars/car-changes.ts'
import type { Generated, GeneratedAlways, Kysely, Selectable } from 'kysely'
import type { CarColumn } from '../../contract/cars/car-columns.ts'
import type { PriceLabel } from '../../contract/cars/price-labels.ts'
import type { MileageUnit } from '../../contract/cars/car-numbers.ts'
import type { ValuesBy } from '../../contract/cars/seller-fields.ts'
import type { Availability, MakeShown } from '../../contract/cars/cars.ts'
import type { DealActor, DealState, ProblemOutcome, ProblemReason } from '../../contract/deal-life.ts'
import type { DepositState } from '../../contract/deposits.ts'
import type { DisputeState } from '../../contract/disputes.ts'
import type { payoutStates, PayoutAccountState } from '../../contract/payouts.ts'
import type { AuditAction } from '../../contract/audit.ts'
import type { FeedKind, FeedStatus } from '../../contract/feed-names.ts'
import type { MessageKind } from '../../contract/messages.ts'
import type { IssueState } from '../../contract/newsletter.ts'
import type { encodings, soldChoices } from '../../contract/import-questions.ts'
import type { revertStates } from '../../contract/cars/car-changes.ts'
import type { importStates, missingChoices, rowActions } from '../../contract/imports.ts'
import type { AlertFrequency, AlertReason } from '../../contract/search-limits.ts'
import type { ShortlistFrequency } from '../../contract/shortlist-limits.ts'
import type { reportReasons, reportStates } from '../../contract/reports.ts'

/**
 * The database tables. Flags are 0 or 1, times are ISO 8601 strings in UTC, and money is in cents.
 * Repositories hide these representations from all other code.
 */
type Flag = 0 | 1
type OneOf<T extends readonly unknown[]> = T[number]

export interface UsersTable {
  id: string
  /** The Firebase UID. It is retained after the user is deleted, so that the account cannot be recreated. */
  uid: string
  email: string
  /** 1 if the email address is verified according to the last ID token. */
  email_verified: Flag
  /** Time when the token behind `email_verified` was issued, or null if it was not recorded. */
  email_at: string | null
  full_name: string
  photo_url: string
  account: 'buyer' | 'seller'
  /** 1 if the user has chosen the account type. It can be chosen only once. */
  account_chosen: Flag
  /**
   * Time when the user first saved the record. Until then, the row contains only the data from the token.
   */
  saved_at: string | null
  role: 'user' | 'admin'
  verified: Flag
  created_at: string
  deleted_at: string | null
  /** The ZIP code of the user's cars that have no ZIP code. */
  zip: string | null
}

export interface SessionsTable {
  id: string
  user_id: string
  client: 'web' | 'console'
  user_agent: string
  created_at: string
  last_seen_at: string
  expires_at: string
  revoked_at: string | null
}

interface CategoriesTable {
  name: string
  /** The logo URL. If it is empty, the make's initials are drawn instead. */
  brand_image: string
  position: number
  /** Determines when the market shows the make: always, only while it has listed cars, or never. */
  shown: MakeShown
  /** Number of listed cars, maintained by triggers. */
  listed_count: number
}

/** A former name of a make, mapped to its current name. */
interface FormerMakesTable {
  name: string
  make: string
}

/** A car: the fields that the seller enters, by column name, and all other data. */
export interface CarsTable extends Omit<ValuesBy<'column'>, 'category_name' | 'marks'> {
  id: string
  seller_id: string
  /** Null in a draft without a make. */
  category_name: string | null
  /** The stated damage as JSON, or null if the seller has stated nothing. */
  marks: string | null
  original_price_minor: number | null
  price_minor: number | null
  /**
   * The seller's fees as a JSON list, and their sum in cents. Triggers copy them from the seller. A reserved or
   * sold car keeps those that its buyer agreed to.
   */
  fees: Generated<string>
  fees_minor: Generated<number>
  /** The price that a buyer pays: the sum of the price and the fees in cents, or null without a price. */
  all_in_minor: GeneratedAlways<number | null>
  /**
   * The VIN that an admin has cleared, so that the car can be listed although another seller has a car with
   * the same VIN.
   */
  cleared_vin: string | null
  /** The VIN that an admin has to review. It is retained even if the car's own VIN changes. */
  held_vin: string | null
  state: Availability
  featured_at: string | null
  /** A JSON object from a photo's URL to its shot. Null if no photo has one. */
  shots: string | null
  /** The label of the price comparison. Null until it is computed. */
  price_label: PriceLabel | null
  posted_at: string
  /**
   * Time when the car was first listed since it was last a draft, or null if it has not been listed
   * since.
   */
  listed_at: string | null
  version: number
  /**
   * Set if the car was deleted by its seller, or was taken down or hidden by an admin. Its records remain.
   */
  hidden_at: string | null
  /**
   * The price in cents and the day of a sale outside Kerblight. Both are null if there was no such sale. Only
   * the price is null if it is unknown.
   */
  elsewhere_price_minor: number | null
  elsewhere_on: string | null
  elsewhere_note: string
  idempotency_key: string | null
  idempotency_digest: string | null
}

/** The last price change of a listed car, maintained by a trigger. */
interface PriceChangesTable {
  car_id: string
  /** The previous price in cents, or null if the car had no price. */
  previous_minor: number | null
  changed_at: string
}

/** A car's photos by position, starting at 0. The first photo is also the car's `image_url`. */
interface CarPicturesTable {
  car_id: string
  position: number
  url: string
}

/** The cars in stock and reserved, maintained by triggers. */
interface ListedCarsTable {
  /** A number that identifies the car while it is listed. */
  number: number
  car_id: string
}

/** The topics that each write affects, recorded by the triggers of `change-rules.ts`. */
interface ChangeLogTable {
  change: Generated<number>
  /** The topics, one per line. */
  topics: string
}

/** The ledger: each car's history, field by field. It is append-only and written only by triggers. */
interface CarChangesTable {
  id: Generated<number>
  car: string
  /** The car's version after the change. */
  version: number
  /** The change set, which groups changes that were made together. */
  set: number | null
  /** The user who made the change, or null for a timer or an external service. */
  actor: string | null
  at: string
  field: string
  before: string | number | null
  after: string | number | null
}

/** Sets of changes that were made together. Append-only. */
interface ChangeSetsTable {
  /** Later sets have higher IDs. */
  id: number
  kind: ChangeKind
  actor: string | null
  at: string
  /** Number of changed cars. */
  count: number
  /** The set that this set reverts. */
  reverts: number | null
}

/** Number of ledger rows that an account's changes have added, per minute. */
interface LedgerUseTable {
  change_set: number
  minute: string
  actor: string
  changes: number
}

/** The current transaction's metadata, in a single row. Values that the transaction has not set are null. */
interface CurrentChangeTable {
  one: Generated<1>
  set: number | null
  actor: string | null
  at: string | null
}

interface PurchasesTable {
  id: string
  buyer_id: string
  seller_id: string
  car_id: string
  buyer_name: string
  buyer_contact: string
  meeting_place: string
  car_model_name: string
  /** Year, make, and model at the time of the purchase. */
  car_name: string
  /** The price that the buyer agreed to, which includes the seller's fees. */
  price_text: string
  price_minor: number | null
  /** The included fees as a JSON list. */
  fees: Generated<string>
  /** The `purchaseTime` of the product specification, in milliseconds since 1970. */
  created_ms: number
  state: 'unpaid' | 'paying' | 'paid' | 'refunded' | 'removed'
  /** Set if the buyer removed the paid item from the list. */
  hidden_at: string | null
  /**
   * The car price, in cents, that the buyer was last notified of or accepted, and the time of the
   * notification.
   */
  told_price_minor: number | null
  told_price_at: string | null
}

/** An attempt to pay. While it is opening or open, it reserves the car. */
interface AttemptsTable {
  id: string
  purchase_id: string
  car_id: string
  buyer_id: string
  intent_id: string | null
  /** The client secret that the browser uses to pay, or null once the attempt has ended. */
  client_secret: string | null
  amount: number
  currency: string
  /** 1 if the amount is the deposit for a reservation. */
  is_deposit: Generated<Flag>
  state: 'opening' | 'open' | 'succeeded' | 'cancelled'
  /**
   * The reason for a completed or pending cancellation: the hold expired, the buyer released it, the car was
   * taken off the market, or an admin ended the attempt.
   */
  cancel_reason: 'expired' | 'released' | 'car-removed' | 'ended-by-admin' | null
  /** The admin who ended the attempt. */
  cancelled_by: string | null
  held_until: string
  created_at: string
  /** Time when the attempt was last used, or ended. */
  active_at: string
}

interface PaymentsTable {
  id: string
  attempt_id: string | null
  purchase_id: string
  car_id: string
  buyer_id: string
  seller_id: string
  intent_id: string
  amount: number
  currency: string
  price_text: string
  car_model_name: string
  /** Year, make, and model at the time of the payment. */
  car_name: string
  paid_at: string
  /** The part of the price that was paid otherwise: by a deposit, or at the dealership. */
  other_amount: Generated<number>
  /** 1 if the amount is the deposit of a reservation. */
  is_deposit: Generated<Flag>
  /** 0 if the payment is a deposit whose rest was not paid at the dealership, or if it could not become a sale and is refunded. */
  is_sale: Flag
  state: 'paid' | 'refund-pending' | 'refund-failed' | 'refunded'
  /** The amount that has been refunded, or is being refunded. */
  refunded_amount: number
  refund_id: string | null
  refund_reason: string | null
  refunded_at: string | null
}

interface RefundPartsTable {
  id: string
  payment_id: string
  /** The amount in cents. */
  amount: number
  reason: string
  /** `open` until the refund is recorded on the payment or rejected by Stripe. */
  state: 'open' | 'done' | 'failed'
  asked_at: string
}

/** A seller's Stripe account. It contains no identity or bank data. */
interface PayoutAccountsTable {
  user_id: string
  account_id: string
  state: Exclude<PayoutAccountState, 'none'>
  /** Stripe's reasons for the state, as a JSON array of sentences. */
  reasons: string
  created_at: string
  /** Time when the state was last read from Stripe. */
  checked_at: string
}

/** The fees that admins have set. A rate without an end is current. */
interface FeeRatesTable {
  id: string
  /** The seller whom the rate is for; empty for the general rate. */
  seller_id: string
  basis_points: number
  minimum: number
  maximum: number | null
  set_by: string
  set_at: string
  ended_at: string | null
}

/** Paid deposits, which reserve cars. */
interface DepositsTable {
  payment_id: string
  purchase_id: string
  car_id: string
  buyer_id: string
  seller_id: string
  amount: number
  state: DepositState
  reserved_until: string
  created_at: string
  ended_at: string | null
  ended_by: DealActor | null
  /** The listing when the deposit was paid, as JSON. */
  listing: Generated<string>
}

/** The details of a deal's documents, with a row per revision, so that signed details stay recorded. */
interface DealDocumentsTable {
  purchase_id: string
  /** 1 for the first details that the seller saved. */
  revision: number
  facts: string
  buyer_name: string
  seller_name: string
  saved_at: string
}

interface DealSignaturesTable {
  id: string
  purchase_id: string
  side: 'buyer' | 'seller'
  user_id: string
  /** The name as typed by the signer. */
  name: string
  text_version: string
  revision: number
  signed_at: string
}

/** The course of a sale from the payment to the seller's payout. */
interface DealsTable {
  purchase_id: string
  payment_id: string
  car_id: string
  buyer_id: string
  seller_id: string
  state: DealState
  /** The state to return to after a problem or a dispute. */
  resumed_state: Exclude<DealState, 'disputed'> | null
  /** The Stripe charge ID; null for sales made before payouts were introduced. */
  charge_id: string | null
  /** The seller's fee rate at the time of the sale. */
  fee_basis_points: number
  fee_minimum: number
  fee_maximum: number | null
  /** The proposed times of the handover, as JSON. */
  proposals: Generated<string>
  handover_at: string | null
  place: Generated<string>
  /** The number that the handover code is derived from. */
  code_counter: Generated<number>
  /** Number of wrong codes since the last block, and the end of the block. */
  code_failures: Generated<number>
  code_blocked_until: string | null
  confirmed_at: string | null
  confirmed_by: 'code' | 'buyer' | 'timer' | 'admin' | null
  /** Time when the handover counts as confirmed unless someone reports a problem. */
  release_at: string | null
  released_at: string | null
  /** Number of reminders sent, and the time of the next one. */
  reminders: Generated<number>
  remind_at: string | null
  /** The listing at the time of the payment, as JSON. */
  listing: string
  created_at: string
}

interface DealEventsTable {
  id: string
  purchase_id: string
  at: string
  side: DealActor
  actor_id: string | null
  /** A sentence that both sides and admins see. */
  text: string
}

interface DealProblemsTable {
  id: string
  purchase_id: string
  side: 'buyer' | 'seller'
  reason: ProblemReason
  text: string
  opened_at: string
  outcome: ProblemOutcome | null
  outcome_reason: string | null
  decided_by: string | null
  decided_at: string | null
}

/** A transfer to a seller, which is recorded before it is requested from Stripe. */
interface PayoutsTable {
  id: string
  purchase_id: string
  seller_id: string
  account_id: string
  /** The amount that was paid and not refunded when the payout was computed. */
  paid: number
  fee: number
  /** The part of the rest that settles the seller's debt. */
  debt: number
  /** The amount of the transfer: `paid` without `fee` and `debt`. */
  amount: number
  /** The part of the transfer that was reversed. */
  reversed: Generated<number>
  state: OneOf<typeof payoutStates>
  failure: string | null
  transfer_id: string | null
  /** Number of requests to Stripe, and how many of them Stripe refused. */
  attempts: Generated<number>
  refusals: Generated<number>
  /** The amount refunded since the payout for which the seller's share was recovered or became a debt. */
  returned_for: Generated<number>
  next_attempt_at: string
  created_at: string
  sent_at: string | null
}

interface PayoutReversalsTable {
  id: string
  payout_id: string
  amount: number
  state: OneOf<typeof payoutStates>
  reversal_id: string | null
  created_at: string
}

interface DisputesTable {
  id: string
  payment_id: string
  purchase_id: string
  amount: number
  reason: string
  state: DisputeState
  opened_at: string
  due_by: string | null
  closed_at: string | null
  /** The texts of the evidence by field, as JSON. */
  evidence: Generated<string>
  /** The time when an admin last changed the evidence. */
  edited_at: string | null
  submitted_at: string | null
  submitted_by: string | null
}

/** The books: double-entry, append-only. The amounts of a posting add up to 0. */
interface LedgerEntriesTable {
  id: string
  /** Entries with the same posting belong together. */
  posting: string
  at: string
  purchase_id: string
  account: 'buyer' | 'platform' | 'seller' | 'fee' | 'stripe-fee' | 'debt'
  /** The buyer or the seller whose account it is; null for the platform's accounts. */
  user_id: string | null
  /** Cents; positive if the account receives them. */
  amount: number
  kind:
    | 'charge'
    | 'stripe-fee'
    | 'refund'
    | 'refund-returned'
    | 'payout'
    | 'debt-payment'
    | 'reversal'
    | 'fee-refund'
    | 'debt'
    | 'dispute'
    | 'dispute-won'
    | 'dispute-fee'
  /** The Stripe object ID, or of the row that caused the posting. */
  reference: string
  /** The payment, if the posting belongs to one; null for payouts, reversals, and debts. */
  payment_id: string | null
}

interface LedgerDifferencesTable {
  id: string
  kind: 'missing-here' | 'missing-at-stripe' | 'amount'
  reference: string
  purchase_id: string | null
  booked: number | null
  stripe: number | null
  found_at: string
  resolved_at: string | null
}

/** The last comparison of the books with Stripe. The table has at most one row. */
interface LedgerComparisonTable {
  only_row: 1
  compared_at: string
}

interface WebhookEventsTable {
  id: string
  type: string
  /** The fields of the event that Kerblight reads, as JSON. */
  payload: string
  received_at: string
  handled_at: string | null
}

export interface ReportsTable {
  id: string
  reporter_id: string
  car_id: string
  seller_id: string
  /** The ID of the reported item: a car, or one of the reporter's purchases. */
  item_id: string
  /** A copy of the item at the time of the report, as JSON. */
  snapshot: string
  reason: OneOf<typeof reportReasons>
  note: string
  state: OneOf<typeof reportStates>
  outcome: string
  created_at: string
  deleted_at: string | null
}

interface ReviewsTable {
  id: string
  author_id: string
  /** The rating in half stars, from 0 to 10. */
  half_stars: number
  text: string
  created_at: string
  deleted_at: string | null
  idempotency_key: string | null
  idempotency_digest: string | null
  /**
   * The purchase that the review is about, and the car's name. Both are null for a review without a purchase.
   */
  purchase_id: string | null
  car_name: string | null
}

/** Number of reviews per rating, maintained by triggers. */
interface ReviewCountsTable {
  half_stars: number
  /** Number of reviews, excluding deleted ones. */
  count: number
}

interface MessagesTable {
  id: string
  user_id: string
  kind: MessageKind
  subject: string
  body: string
  link: string
  created_at: string
  read_at: string | null
}

/** A queued or sent email. */
interface MailsTable {
  id: string
  /** The user who receives the email, or null if the recipient is not a user. */
  user_id: string | null
  /**
   * The recipient's email address when the email was written. An email to a user is sent to the user's
   * address at the time of sending.
   */
  recipient: string
  subject: string
  /** The body as plain text. */
  body: string
  html: string | null
  /** The newsletter recipient's unsubscribe URL. */
  unsubscribe_url: string | null
  /** The newsletter that is being sent, and the subscriber who receives this copy. */
  issue_id: string | null
  subscriber_id: number | null
  created_at: string
  attempts: number
  next_attempt_at: string
  /** 1 if an attempt to send has begun and its outcome is not recorded yet. */
  under_way: Generated<Flag>
  /**
   * 1 if the email must not be sent twice, even at the risk that it is not sent at all. This always applies
   * to newsletters.
   */
  at_most_once: Generated<Flag>
  sent_at: string | null
}

export interface UndosTable {
  id: string
  user_id: string
  kind: 'cars' | 'purchase' | 'report' | 'review' | 'newsletter' | 'make' | 'search'
  expires_at: string
}

/**
 * A row that an undo can restore. If anything writes to the row first, triggers end the undo. For cars, the
 * row refers to the change set.
 */
interface UndoRowsTable {
  undo_id: string
  row_id: string
  /** The data that the kind's restore function needs, as JSON. */
  before: string | null
}

/** A revert of a change set with too many cars for a single request. Its ID is also the ID of its undo. */
interface JobRevertsTable {
  id: string
  user_id: string
  /** The change set to revert. */
  set_id: number
  created_at: string
  state: OneOf<typeof revertStates>
  /** 1 if the undo was requested while the revert ran. */
  undo_asked: Generated<Flag>
  /** The last car that was processed. */
  after_car: Generated<string>
  /** Number of cars processed by the revert or by its undo. */
  done: Generated<number>
  total: number
  reverted: Generated<number>
  /** A sample of the fields that the revert skipped, as JSON. `stayed_count` is their total. */
  stayed: Generated<string>
  stayed_count: Generated<number>
  /** The change sets of the revert and of its undo. */
  own_set: Generated<number | null>
  undo_set: Generated<number | null>
  /** The reason the revert stopped. */
  message: Generated<string | null>
}

/** A deleted account whose data is not all erased yet. */
interface JobErasuresTable {
  user_id: string
  /** The user who deleted the account. */
  actor_id: string
  created_at: string
  step: 'cars' | 'uploads' | 'purchases' | 'messages' | 'mails' | 'undos' | 'audit' | 'others'
  /** The ID of the last row that this step has processed. Used only by steps that retain some of the rows. */
  after: Generated<string>
  change_set: Generated<number | null>
  /** Number of failures since the last batch. */
  attempts: Generated<number>
  next_attempt_at: string
}

interface AuditTable {
  id: string
  at: string
  actor_id: string
  actor_email: string
  action: AuditAction
  target: string
  /** The target's name at the time of the action, or an empty string in older entries. */
  subject: string
  detail: string
}

interface SubscribersTable {
  id: Generated<number>
  /** The unsubscribe token in the subscriber's newsletters. Unsubscribing requires no account. */
  token: string
  /**
   * The token in the confirmation email. In rows older than this column, it is null, and `token` confirms the
   * subscription.
   */
  confirm_token: Generated<string | null>
  email: string
  created_at: string
  /** Time of the last confirmation request, and the number of requests. */
  asked_at: Generated<string | null>
  asked_count: Generated<number>
  /** Time of confirmation. Until then, it is null, and the subscriber gets no newsletters. */
  confirmed_at: Generated<string | null>
}

interface NewsletterIssuesTable {
  id: string
  author_id: string
  subject: string
  text: string
  version: Generated<number>
  state: Generated<IssueState>
  changed_at: string
  started_at: Generated<string | null>
  finished_at: Generated<string | null>
  deleted_at: Generated<string | null>
  /** Number of subscribers when sending began, and numbers of emails by outcome. */
  recipients: Generated<number>
  sent: Generated<number>
  failed: Generated<number>
  /** The last subscriber whose email was added to the outbox. Later subscribers follow. */
  reached: Generated<number>
  idempotency_key: string | null
  idempotency_digest: string | null
}

/** Stored photos that no upload refers to. */
interface JobOrphanedPicturesTable {
  hash: string
  /**
   * Time when the photo was first found without an upload. It is null if the server deleted the upload.
   * The files can then be removed without waiting.
   */
  first_seen_at: string | null
}

/** The identity of this installation. The table has at most one row. */
interface InstallationTable {
  only_row: 1
  id: string
  /** Number of searches for unused photos. The store records the same number. */
  sweeps: number
  /** Time before which no photo is removed, or null if nothing postpones removal. */
  sweep_after: string | null
}

interface UploadsTable {
  id: string
  /** The SHA-256 of the photo's bytes in hexadecimal. It determines the paths of the photo's files. */
  hash: string
  url: string
  thumb_url: string
  medium_url: string
  width: number
  height: number
  bytes: number
  /** Null until claimed if the upload was made before registration. */
  user_id: string | null
  created_at: string
  /** Time when an unclaimed upload expires, or null once a profile or car has claimed it. */
  expires_at: string | null
  /** The photo's 256-bit difference hash, in eight numbers of 32 bits. Null if the photo has none. */
  look_0: Generated<number | null>
  look_1: Generated<number | null>
  look_2: Generated<number | null>
  look_3: Generated<number | null>
  look_4: Generated<number | null>
  look_5: Generated<number | null>
  look_6: Generated<number | null>
  look_7: Generated<number | null>
  /** Null until the photo has been compared with those of other sellers. */
  compared_at: Generated<string | null>
}

/** Two cars of different sellers that have shown the same photo. The IDs are in order. */
interface PhotoMatchesTable {
  first_car: string
  second_car: string
  first_photo: string
  second_photo: string
  found_at: string
  closed_at: string | null
}

/** A seller's spreadsheet of cars that is being imported. */
interface ImportsTable {
  id: string
  user_id: string
  file_name: string
  created_at: string
  state: OneOf<typeof importStates>
  /** The column mapping and the value replacements, as JSON. */
  columns: string
  values: string
  /** The reason the import failed, or what to do next. */
  message: string | null
  /** Information about how the file was read. */
  note: string | null
  missing: OneOf<typeof missingChoices>
  applying_at: string | null
  /** Time when the first rows were imported, moved forward by the duration of outages. */
  began_at: string | null
  /** Time when the last rows were imported. */
  progress_at: string | null
  /** The hosts of the photos in the spreadsheet, as JSON. */
  picture_hosts: Generated<string>
  /** The photo hosts that could not be reached, as JSON. */
  failed_hosts: Generated<string>
  /** Size in bytes of the rows read so far, or 0 once the rows are deleted. */
  row_bytes: Generated<number>
  /** The questions to the seller, as JSON. */
  questions: Generated<string>
  /** The seller's answers. */
  encoding: Generated<OneOf<typeof encodings> | null>
  sold: Generated<OneOf<typeof soldChoices> | null>
  mileage_unit: Generated<MileageUnit | null>
  /** Time when all rows had been imported and photo fetching began. */
  picturing_at: string | null
  /** Number of rows imported so far, and the total. */
  done: number
  total: number
  change_set: number | null
}

/** The outcome for a spreadsheet row, or for a car that is missing from the spreadsheet. */
interface ImportRowsTable {
  import_id: string
  place: number
  /** The row's line number, or null for a car that is missing from the spreadsheet. */
  line: number | null
  /** The name of the row's sheet, if several sheets were read. */
  sheet: string | null
  action: OneOf<typeof rowActions>
  car_id: string | null
  /** The car's version when the row was planned. */
  version: number | null
  /** The planned changes, the errors and warnings, and the original row, each as JSON. */
  said: string
  errors: string
  warnings: string
  cells: string
  is_warned: Flag
  /** 1 if the row is to be imported and has not been imported yet. */
  is_pending: Flag
  /** The URLs of the row's photos, as JSON. */
  pictures: Generated<string>
  /** 1 if the row is imported but its photos are not. */
  awaits_pictures: Generated<Flag>
  /** The fields that were decoded from the VIN, as JSON. */
  decoded: Generated<string>
  /** 1 if importing the row marks its car as sold elsewhere. */
  is_sold: Generated<Flag>
}

/** A car that a row with errors refers to, in addition to the car that the row matches. */
interface ImportNamedCarsTable {
  import_id: string
  car_id: string
}

/** The fees that are part of the prices of a seller's cars. A seller who has never had fees has no row. */
interface SellerFeesTable {
  seller_id: string
  /** The fees as a JSON list. */
  fees: string
  /** The sum of the fees in cents. */
  total_minor: number
}

/** A car that a user keeps on their shortlist, which reserves nothing. */
interface ShortlistTable {
  user_id: string
  car_id: string
  added_at: string
  /** The price when the car was added, or null if it had none or an earlier release added the car. */
  added_price_minor: number | null
  /** The last price that the user was notified of, at first the price when the car was added. */
  notified_price_minor: number | null
  /** 1 if the car was listed according to the last notification, or when it was added. */
  notified_listed: Generated<Flag>
  /** The first time since the car was added when it was found not to be listed. */
  left_at: string | null
  /**
   * The time when the car was found to differ from the last notification. Null if there are no unreported
   * changes.
   */
  changed_at: string | null
  /** Time of the removal. A car that is added again within a minute returns to its place. */
  removed_at: string | null
}

/** The frequency of the emails about a user's shortlist. Without a row, they come daily. */
interface ShortlistEmailsTable {
  user_id: string
  every: ShortlistFrequency
  /** The token in the links that stop the emails. Stopping them requires no account. */
  token: string
}

/** A host that a seller allows fetching photos from. */
interface PictureHostsTable {
  user_id: string
  host: string
}

/** A search whose user is notified of cars that match it. */
interface SavedSearchesTable {
  id: string
  user_id: string
  name: string
  /** The filters as a query string, in the form that `writeSavedQuery` returns. */
  query: string
  every: AlertFrequency
  /** The token in the links that stop the search's emails. Stopping them requires no account. */
  token: string
  created_at: string
  stopped_at: string | null
  /** Time of the deletion, which can be undone for a minute. */
  deleted_at: string | null
  /**
   * The results at the time of saving for cars that had changed since their last comparison with saved searches,
   * as JSON pairs of a number and whether the car passed. A pair is removed when its car is compared.
   */
  results: string
}

/** A car that a saved search's user is notified of, once for each reason. */
interface SearchAlertsTable {
  search_id: string
  car_id: string
  reason: AlertReason
  state: 'queued' | 'sent'
  queued_at: string
  sent_at: string | null
}

/** The searchable values of each listed car at the time when it was last compared with the saved searches. */
interface ComparedCarsTable {
  /** The car's number, from `listed_cars`. */
  number: number
  car_id: string
  /** The values, as JSON. */
  facts: string
}

/** The position in the change log up to which cars have been compared with the saved searches. The table has one row. */
interface SearchPositionTable {
  only_row: 1
  /** The number of the last compared change, or 0 if all cars must be compared. */
  change: number
  /** The names of the values in `compared_cars`. A later release may compare others. */
  names: string
  /** The ID of the run that may write. A process that is overtaken by another one stops writing. */
  run: string
}

/** A seller's choice of field for a column header. */
interface ImportHeadersTable {
  user_id: string
  header: string
  /** The field, or null if the column is left out. */
  field: CarColumn | null
  chosen_at: string
}

/** A seller's choice of replacement for a value in imported files. */
interface ImportValuesTable {
  user_id: string
  field: CarColumn
  value: string
  /** The replacement, or null if the value is left out. */
  becomes: string | null
}

/** A feed: a seller's stock, published at a secret URL. */
interface FeedsTable {
  id: string
  user_id: string
  kind: FeedKind
  /** The last part of the feed's URL. */
  secret: string
  created_at: string
  /** Time of the last fetch, and the number of cars in the feed when it was fetched. */
  fetched_at: string | null
  fetched_cars: number | null
  /** The ledger position and the seller's data when the feed's cars were last checked. */
  checked_change: number
  checked_seller: string
  /**
   * Time when the seller was notified that the feed is not being fetched. The next fetch resets it to
   * null.
   */
  silence_told_at: string | null
}

interface FeedCarsTable {
  feed_id: string
  car_id: string
  posted_at: string
  status: FeedStatus
  /** The reasons for the status, as JSON. */
  reasons: string
  /** 1 if the car dropped out of the feed and its seller has not been notified yet. */
  is_news: Flag
}

/**
 * A load of NHTSA's recall data. One edition is current. An edition in the state `loading` is being loaded, or
 * its load was interrupted.
 */
interface RecallEditionsTable {
  id: string
  state: 'loading' | 'current'
  started_at: string
}

interface RecallCampaignsTable {
  edition: string
  /** NHTSA's campaign number. */
  number: string
  summary: string
  consequence: string
  remedy: string
  /** Day when NHTSA received the report, or null if it is unknown. */
  reported_on: string | null
}

/** A recalled part of a model: one line of NHTSA's file. */
interface RecallsTable {
  edition: string
  /** Number of the row within its edition. */
  number: number
  /** The make, as normalized by `nameKey`. */
  make_key: string
  year: number
  /** The model as NHTSA writes it. */
  model: string
  campaign: string
  component: string
}

export interface Tables {
  users: UsersTable
  sessions: SessionsTable
  categories: CategoriesTable
  former_makes: FormerMakesTable
  cars: CarsTable
  car_pictures: CarPicturesTable
  photo_matches: PhotoMatchesTable
  price_changes: PriceChangesTable
  listed_cars: ListedCarsTable
  change_log: ChangeLogTable
  car_changes: CarChangesTable
  change_sets: ChangeSetsTable
  ledger_use: LedgerUseTable
  current_change: CurrentChangeTable
  purchases: PurchasesTable
  attempts: AttemptsTable
  payments: PaymentsTable
  refund_parts: RefundPartsTable
  payout_accounts: PayoutAccountsTable
  fee_rates: FeeRatesTable
  deals: DealsTable
  deal_documents: DealDocumentsTable
  deal_signatures: DealSignaturesTable
  deposits: DepositsTable
  deal_events: DealEventsTable
  deal_problems: DealProblemsTable
  payouts: PayoutsTable
  payout_reversals: PayoutReversalsTable
  disputes: DisputesTable
  ledger_entries: LedgerEntriesTable
  ledger_differences: LedgerDifferencesTable
  ledger_comparison: LedgerComparisonTable
  webhook_events: WebhookEventsTable
  reports: ReportsTable
  reviews: ReviewsTable
  review_counts: ReviewCountsTable
  messages: MessagesTable
  mails: MailsTable
  undos: UndosTable
  undo_rows: UndoRowsTable
  job_reverts: JobRevertsTable
  job_erasures: JobErasuresTable
  audit: AuditTable
  subscribers: SubscribersTable
  newsletter_issues: NewsletterIssuesTable
  uploads: UploadsTable
  job_orphaned_pictures: JobOrphanedPicturesTable
  installation: InstallationTable
  imports: ImportsTable
  import_rows: ImportRowsTable
  import_named_cars: ImportNamedCarsTable
  picture_hosts: PictureHostsTable
  seller_fees: SellerFeesTable
  shortlist: ShortlistTable
  shortlist_emails: ShortlistEmailsTable
  saved_searches: SavedSearchesTable
  search_alerts: SearchAlertsTable
  compared_cars: ComparedCarsTable
  search_position: SearchPositionTable
  import_headers: ImportHeadersTable
  import_values: ImportValuesTable
  feeds: FeedsTable
  feed_cars: FeedCarsTable
  recall_editions: RecallEditionsTable
  recall_campaigns: RecallCampaignsTable
  recalls: RecallsTable
}

export type Db = Kysely<Tables>
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
