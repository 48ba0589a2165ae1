import type { ChangeKind } from '../../contract/cars/car-changes.ts'
import type { Generated, Kysely, Selectable } from 'kysely'
import type { CarColumn } from '../../contract/cars/car-columns.ts'
import type { MileageUnit } from '../../contract/cars/car-numbers.ts'
import type { ValuesBy } from '../../contract/cars/seller-fields.ts'
import type { Availability, MakeShown } from '../../contract/cars/cars.ts'
import type { AuditAction } from '../../contract/audit.ts'
import type { FeedKind, FeedStatus } from '../../contract/feed-names.ts'
import type { MessageKind } from '../../contract/messages.ts'
import type { IssueState } from '../../contract/newsletter.ts'
import type { encodings, soldChoices } from '../../contract/import-questions.ts'
import type { revertStates } from '../../contract/cars/car-changes.ts'
import type { importStates, missingChoices, rowActions } from '../../contract/imports.ts'
import type { reasons, reportStates } from '../../contract/reports.ts'

/** Flags are 0 or 1, times ISO 8601 text in UTC, money cents. Repositories hide that from everybody else. */
type Flag = 0 | 1
type OneOf<T extends readonly unknown[]> = T[number]

export interface UsersTable {
  id: string
  /** The Firebase uid: the identity. A deleted user keeps it, so that the account cannot come back. */
  uid: string
  email: string
  /** Whether the address is proven, as the last ID token said. */
  email_verified: Flag
  /** When that token was made; null where that was not kept yet. */
  email_at: string | null
  full_name: string
  photo_url: string
  account: 'buyer' | 'seller'
  /** Whether the account type was chosen; it can be set once. */
  account_chosen: Flag
  /** When the user saved the record first: what made the row before that was a token alone. */
  saved_at: string | null
  role: 'user' | 'admin'
  verified: Flag
  created_at: string
  deleted_at: string | null
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
  /** Empty: its letters are drawn. */
  brand_image: string
  position: number
  /** Among the makes of the market: always, while it has listed cars, or never. */
  shown: MakeShown
  /** Listed cars, kept by triggers. */
  listed_count: number
}

/** A name that a make had, and what it is called now. */
interface FormerMakesTable {
  name: string
  make: string
}

/** The seller's fields under their columns' names, and everything else of a car. */
export interface CarsTable extends Omit<ValuesBy<'column'>, 'category_name'> {
  id: string
  seller_id: string
  /** Null in a draft that has no make yet. */
  category_name: string | null
  original_price_minor: number | null
  price_minor: number | null
  /** The VIN that an admin has let the car be listed with, although another seller has one with the same. */
  cleared_vin: string | null
  /** The VIN for which the car waits for an admin, whatever its own is by now. */
  held_vin: string | null
  state: Availability
  featured_at: string | null
  posted_at: string
  /** When it was listed first since it was a draft; null: never. */
  listed_at: string | null
  version: number
  /** Set on a car that was deleted, or that an admin took down or hid: its records stay. */
  hidden_at: string | null
  /** How it sold past Kerblight, in cents and as a day; both null where it did not, the price where it is not known. */
  elsewhere_price_minor: number | null
  elsewhere_on: string | null
  elsewhere_note: string
  idempotency_key: string | null
  idempotency_digest: string | null
}

/** The last change of a listed car's price; kept by a trigger. */
interface PriceChangesTable {
  car_id: string
  /** In cents; null where it had none. */
  previous_minor: number | null
  changed_at: string
}

/** A car's pictures in order, from 0; the first is its `image_url`. */
interface CarPicturesTable {
  car_id: string
  position: number
  url: string
}

/** The cars in stock and reserved; kept by triggers. */
interface ListedCarsTable {
  /** Stays the car's while it is listed. */
  number: number
  car_id: string
}

/** What each written row changed for others, written by the triggers of `change-rules.ts`. */
interface ChangeLogTable {
  change: Generated<number>
  /** One per line. */
  topics: string
}

/** The ledger: what has become of each car, field by field. Append-only, and written by triggers alone. */
interface CarChangesTable {
  id: Generated<number>
  car: string
  /** The car's, once it was changed. */
  version: number
  /** What was changed together with it. */
  set: number | null
  /** Null where time or an outside service has decided. */
  actor: string | null
  at: string
  field: string
  before: string | number | null
  after: string | number | null
}

/** What was changed together. Append-only. */
interface ChangeSetsTable {
  /** The later, the higher. */
  id: number
  kind: ChangeKind
  actor: string | null
  at: string
  /** Of how many cars. */
  count: number
  /** The set that it takes back. */
  reverts: number | null
}

/** How many rows of the ledger the changes of an account have recorded, by the minute. */
interface LedgerUseTable {
  change_set: number
  minute: string
  actor: string
  changes: number
}

/** One row: what the transaction that writes now is about. Nothing, where nobody has said. */
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
  /** Year, make and model, as they were then. */
  car_name: string
  price_text: string
  price_minor: number | null
  /** Milliseconds since 1970, the spec's purchaseTime. */
  created_ms: number
  state: 'unpaid' | 'paying' | 'paid' | 'refunded' | 'removed'
  /** A paid item that its buyer took off the list. */
  hidden_at: string | null
  /** The car's price that the buyer was last told of or accepted, in cents, and when the buyer was told. */
  told_price_minor: number | null
  told_price_at: string | null
}

/** One try to pay: while it is opening or open, it reserves the car. */
interface AttemptsTable {
  id: string
  purchase_id: string
  car_id: string
  buyer_id: string
  intent_id: string | null
  /** What the browser pays with; null once the attempt is over. */
  client_secret: string | null
  amount: number
  currency: string
  state: 'opening' | 'open' | 'succeeded' | 'cancelled'
  /**
   * Why it was cancelled, or is about to be: the hold ran out, its buyer let it go, the car was taken off the market, or
   * an admin ended it.
   */
  cancel_reason: 'expired' | 'released' | 'car-removed' | 'ended-by-admin' | null
  /** The admin who ended it. */
  cancelled_by: string | null
  held_until: string
  created_at: string
  /** When somebody last used it, or it ended. */
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
  /** Year, make and model, as they were then. */
  car_name: string
  paid_at: string
  /** 0 where the success could not become a sale and is given back. */
  is_sale: Flag
  state: 'paid' | 'refund-pending' | 'refund-failed' | 'refunded'
  /** How much of it has gone back, or is on its way. */
  refunded_amount: number
  refund_id: string | null
  refund_reason: string | null
  refunded_at: string | null
}

interface RefundPartsTable {
  id: string
  payment_id: string
  /** In cents. */
  amount: number
  reason: string
  /** `open` until it is on the payment's record, or Stripe has refused it. */
  state: 'open' | 'done' | 'failed'
  asked_at: string
}

interface WebhookEventsTable {
  id: string
  type: string
  /** JSON: what is read of it. */
  payload: string
  received_at: string
  handled_at: string | null
}

export interface ReportsTable {
  id: string
  reporter_id: string
  car_id: string
  seller_id: string
  /** The reported item's id: the car's, or the reporter's own purchase's. */
  item_id: string
  /** JSON copy of the item as it was. */
  snapshot: string
  reason: OneOf<typeof reasons>
  note: string
  state: OneOf<typeof reportStates>
  outcome: string
  created_at: string
  deleted_at: string | null
}

interface ReviewsTable {
  id: string
  author_id: string
  /** Half stars, 0 to 10. */
  half_stars: number
  text: string
  created_at: string
  deleted_at: string | null
  idempotency_key: string | null
  idempotency_digest: string | null
  /** The author's purchase that it is about, and what the car was called; both null where there is none. */
  purchase_id: string | null
  car_name: string | null
}

/** Kept by triggers. */
interface ReviewCountsTable {
  half_stars: number
  /** Reviews that are not deleted. */
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

/** Mail that waits to be sent, or was. */
interface MailsTable {
  id: string
  /** Whom it is for; null for a mail to an address alone. */
  user_id: string | null
  /** The address as it was then. A user's mail goes to the one they have when it is sent. */
  recipient: string
  subject: string
  /** Plain text. */
  body: string
  html: string | null
  /** Of a newsletter: where its reader ends the subscription. */
  unsubscribe_url: string | null
  /** The newsletter that it is a copy of, and whose copy. */
  issue_id: string | null
  subscriber_id: number | null
  created_at: string
  attempts: number
  next_attempt_at: string
  /** A try began, and how it went was not noted yet. */
  under_way: Generated<Flag>
  /** A second one is worse than none; so it is of a newsletter, whatever stands here. */
  at_most_once: Generated<Flag>
  sent_at: string | null
}

export interface UndosTable {
  id: string
  user_id: string
  kind: 'cars' | 'purchase' | 'report' | 'review' | 'newsletter' | 'make'
  expires_at: string
}

/**
 * The row that can be taken back, unless somebody has written to it since: triggers on the tables see to it. For cars, the
 * row names the change set.
 */
interface UndoRowsTable {
  undo_id: string
  row_id: string
  /** JSON: what the kind's restore function needs. */
  before: string | null
}

/** The revert of more cars than fit into one answer, by the ID of its undo. */
interface JobRevertsTable {
  id: string
  user_id: string
  /** The change set that it reverts. */
  set_id: number
  created_at: string
  state: OneOf<typeof revertStates>
  /** The undo was requested while the revert ran. */
  undo_asked: Generated<Flag>
  /** The last car of the batches so far. */
  after_car: Generated<string>
  /** Cars, of the revert or of its undo. */
  done: Generated<number>
  total: number
  reverted: Generated<number>
  /** JSON: the first fields that stayed as they are. */
  stayed: Generated<string>
  stayed_count: Generated<number>
  /** The change sets of the revert and of its undo. */
  own_set: Generated<number | null>
  undo_set: Generated<number | null>
  /** Why it stopped. */
  message: Generated<string | null>
}

/** A deleted account whose data is not all erased yet. */
interface JobErasuresTable {
  user_id: string
  /** The user who deleted the account. */
  actor_id: string
  created_at: string
  step: 'cars' | 'uploads' | 'purchases' | 'messages' | 'mails' | 'undos' | 'audit' | 'others'
  /** The ID of the last row of the batches of this step so far, if the step keeps some of its rows. */
  after: Generated<string>
  change_set: Generated<number | null>
  /** The failures since the last batch. */
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
  /** What it was called then; empty in older lines. */
  subject: string
  detail: string
}

/** Who wants the newsletter. */
interface SubscribersTable {
  id: Generated<number>
  /** Stands in their newsletters: who has it may unsubscribe. */
  token: string
  /** Stands in the mail that asks them. Null: from before there were two, `token` confirms as well. */
  confirm_token: Generated<string | null>
  email: string
  created_at: string
  /** When they were last asked to confirm the address, and how often. */
  asked_at: Generated<string | null>
  asked_count: Generated<number>
  /** Null: they get nothing yet. */
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
  /** How many subscribers there were when it was sent, and how many of their mails are over. */
  recipients: Generated<number>
  sent: Generated<number>
  failed: Generated<number>
  /** The last subscriber whose mail is in the outbox or was: those after it have their turn. */
  reached: Generated<number>
  idempotency_key: string | null
  idempotency_digest: string | null
}

/** Stored pictures that no upload refers to. */
interface JobOrphanedPicturesTable {
  hash: string
  /** Null if the server removed the upload itself: the files then need not wait. */
  first_seen_at: string | null
}

/** Identifies this installation. The table has one row at most. */
interface InstallationTable {
  only_row: 1
  id: string
  /** How many times unused pictures were looked for; the store has the same number. */
  sweeps: number
  /** No picture is removed before; null if nothing postpones it. */
  sweep_after: string | null
}

interface UploadsTable {
  id: string
  /** SHA-256 of the picture's bytes, hex: where its files lie. */
  hash: string
  url: string
  thumb_url: string
  medium_url: string
  width: number
  height: number
  bytes: number
  /** Null for an upload before registration; a claim sets it. */
  user_id: string | null
  created_at: string
  /** Null once claimed by a profile or a car. */
  expires_at: string | null
}

/** A file of cars that a seller imports. */
interface ImportsTable {
  id: string
  user_id: string
  file_name: string
  created_at: string
  state: OneOf<typeof importStates>
  /** JSON: its columns, and the values that become others. */
  columns: string
  values: string
  /** Why it failed, or what to do next. */
  message: string | null
  /** What to know of how it was read. */
  note: string | null
  missing: OneOf<typeof missingChoices>
  applying_at: string | null
  /** When its first rows went in; later by the time in which nobody worked on it. */
  began_at: string | null
  /** When the last did. */
  progress_at: string | null
  /** JSON: the hosts that its photos are at. */
  picture_hosts: Generated<string>
  /** JSON: the photo hosts that could not be reached. */
  failed_hosts: Generated<string>
  /** Text of its rows in bytes, as far as it has been read; 0 once the rows are dropped. */
  row_bytes: Generated<number>
  /** JSON: what is asked of the seller. */
  questions: Generated<string>
  /** The seller's answers. */
  encoding: Generated<OneOf<typeof encodings> | null>
  sold: Generated<OneOf<typeof soldChoices> | null>
  mileage_unit: Generated<MileageUnit | null>
  /** Since when all rows are in, and photos are fetched. */
  picturing_at: string | null
  /** Of the rows that go in. */
  done: number
  total: number
  change_set: number | null
}

/** What becomes of a row, or of a car that the file lacks. */
interface ImportRowsTable {
  import_id: string
  place: number
  /** Null for a car that the file lacks. */
  line: number | null
  /** The name of the row's sheet, if the file was read from several. */
  sheet: string | null
  action: OneOf<typeof rowActions>
  car_id: string | null
  /** The car's, when the row was planned. */
  version: number | null
  /** JSON: what becomes of the car, what is wrong or unusual, and the row as it is. */
  said: string
  errors: string
  warnings: string
  cells: string
  is_warned: Flag
  /** Goes in, and hasn't yet. */
  is_pending: Flag
  /** JSON: the addresses of its photos. */
  pictures: Generated<string>
  /** It is in, and its photos are not. */
  awaits_pictures: Generated<Flag>
  /** JSON: its fields that were decoded from the VIN. */
  decoded: Generated<string>
  /** Its car becomes sold elsewhere. */
  is_sold: Generated<Flag>
}

/** A car that a row at fault names, beside the one that it is. */
interface ImportNamedCarsTable {
  import_id: string
  car_id: string
}

/** From where a seller lets photos be fetched. */
interface PictureHostsTable {
  user_id: string
  host: string
}

/** What a seller has chosen a column of a name to be. */
interface ImportHeadersTable {
  user_id: string
  header: string
  /** Null where it is left out. */
  field: CarColumn | null
  chosen_at: string
}

/** What a seller has chosen a value of files to become. */
interface ImportValuesTable {
  user_id: string
  field: CarColumn
  value: string
  /** Null where it is left out. */
  becomes: string | null
}

/** A seller's stock at a secret address. */
interface FeedsTable {
  id: string
  user_id: string
  kind: FeedKind
  /** What its address ends with. */
  secret: string
  created_at: string
  /** When it was fetched last, and how many cars were in it then. */
  fetched_at: string | null
  fetched_cars: number | null
  /** How far the ledger was, and what the seller was like, when its cars were checked last. */
  checked_change: number
  checked_seller: string
  /** When its seller was told that nobody fetches it; null once somebody does. */
  silence_told_at: string | null
}

/** What becomes of a car in a feed. */
interface FeedCarsTable {
  feed_id: string
  car_id: string
  posted_at: string
  status: FeedStatus
  /** JSON: why. */
  reasons: string
  /** It fell out, and its seller is to be told. */
  is_news: Flag
}

export interface Tables {
  users: UsersTable
  sessions: SessionsTable
  categories: CategoriesTable
  former_makes: FormerMakesTable
  cars: CarsTable
  car_pictures: CarPicturesTable
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
  import_headers: ImportHeadersTable
  import_values: ImportValuesTable
  feeds: FeedsTable
  feed_cars: FeedCarsTable
}

export type Db = Kysely<Tables>
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
