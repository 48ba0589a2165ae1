import type { LiveNotice } from '../../contract/events.ts'
import type { TagType } from '../../contract/api/tags.ts'
import { facetChoices } from '../../contract/cars/car-facets.ts'
import { facetNumbers, rangeNumbers } from '../../contract/cars/car-numbers.ts'
import { openPurchaseStates } from '../../contract/purchases.ts'
import type { CachedKind } from './change-log.ts'
import type { Tables } from './tables.ts'

export type WriteEvent = 'insert' | 'update' | 'delete'

/**
 * A rule that assigns a topic to a written row. Its SQL must be valid for both engines. `@` stands for the
 * row, both before and after the write.
 */
export interface ChangeRule {
  /** SQL for the topic. The row has no topic if the value is null. */
  topic: string
  /** A table whose matching rows each yield a topic. If omitted, only the written row does. */
  from?: string
  when?: string
  /** The events that the rule applies to. The default is all of them. */
  on?: readonly WriteEvent[]
  /**
   * SQL expressions. The rule applies to an update only if it changes at least one of them. If omitted, the
   * rule applies to any update.
   */
  of?: readonly string[]
}

type RuleOptions = Omit<ChangeRule, 'topic'>

const everyone = "'everyone'"
const strangers = "'strangers'"
const admins = "'admins'"

/** Builds a rule that makes the audience reload the data with the given tag. */
function tag(name: TagType, audience: string, options: RuleOptions = {}): ChangeRule {
  return { topic: `'event tag ${name} ' || ${audience}`, ...options }
}

/** Builds a rule that notifies the audience of something new. */
function createNoticeRule(
  kind: LiveNotice['kind'],
  id: string,
  audience: string,
  options: RuleOptions = {},
): ChangeRule {
  return { topic: `'event ${kind} ' || ${id} || ' ' || ${audience}`, on: ['insert'], ...options }
}

/** Builds a rule for rows that cached responses depend on. */
function createCacheRule(kind: CachedKind, which = "'*'", options: RuleOptions = {}): ChangeRule {
  return { topic: `'cache ${kind} ' || ${which}`, ...options }
}

/** Builds a rule for written rows that may change a session's user. */
function createSessionRule(options: RuleOptions): ChangeRule {
  return { topic: "'session'", ...options }
}

/** Builds a rule for writes that change how a car appears in the list of all cars. */
function createListCarRule(id: string, options: RuleOptions = {}): ChangeRule {
  return { topic: `'car ' || ${id}`, ...options }
}

const dealSides = ['buyer_id', 'seller_id'] as const

/** Builds a rule that makes one side of a deal reload it when a row of the deal is written. */
function tagSide(column: (typeof dealSides)[number]): ChangeRule {
  const from = 'deals'
  return tag('Deal', `deals.${column}`, { from, when: 'deals.purchase_id = @.purchase_id' })
}

/** Builds a rule for written rows that change how the search finds the listed car with a given number. */
function createListedCarRule(number: string, options: RuleOptions = {}): ChangeRule {
  return { topic: `'listed ' || ${number}`, ...options }
}

/** Builds a rule for written rows that change the cars that a saved search matches. */
function createSavedSearchRule(): ChangeRule {
  return { topic: `'search ' || @.id`, of: ['query', 'stopped_at', 'deleted_at'].map(column) }
}

const isPublic = "@.state in ('instock', 'reserved', 'sold', 'sold-elsewhere')"
const isListed = "@.state in ('instock', 'reserved')"

/** Updates of the car columns that purchase lists, sales, and reports show. */
const shownElsewhere: RuleOptions = {
  on: ['update'],
  of: ['state', 'contact', 'all_in_minor', 'mileage', 'mileage_unit', 'fuel'].map(column),
}
/**
 * Changes to a car's first photo, which purchase lists show. New cars are excluded, since they are not on any
 * list yet.
 */
const coverChanges: readonly RuleOptions[] = [
  { on: ['insert'], when: '@.position = 0 and (select version from cars where id = @.car_id) > 1' },
  { on: ['update', 'delete'], when: '@.position = 0' },
]
/** Updates of the user columns that cars and reviews show. */
const shownUserColumns: RuleOptions = {
  on: ['update'],
  of: ['full_name', 'photo_url', 'verified', 'deleted_at'].map(column),
}
/** Updates of the user columns that purchase lists show for the seller, and reports for their author. */
const nameAndContact: RuleOptions = {
  on: ['update'],
  of: ['full_name', 'email', 'email_verified'].map(column),
}
/** Updates of the ZIP code of a seller, which applies to the seller's cars. */
const userZipColumns: RuleOptions = { on: ['update'], of: [column('zip')] }
const userContactColumns: RuleOptions = { on: ['update'], of: ['email', 'email_verified'].map(column) }

/** The car columns that a search compares, other than texts. */
const facts = [
  'category_name',
  'model',
  'zip',
  ...facetChoices,
  'warrantyUntil',
  ...rangeNumbers,
  ...facetNumbers,
  'mileage_unit',
  'all_in_minor',
  'price_label',
].map(column)

/** The car columns that the list of all cars shows or sorts by, and those that the comparison of prices reads. */
const inCarList = [
  'state',
  'hidden_at',
  'seller_id',
  'posted_at',
  'all_in_minor',
  'year',
  'category_name',
  'model_name',
  'contact',
  'vin',
  'stock_no',
  'mileage',
  'mileage_unit',
  'location',
  'model',
  'fuel',
  'transmission',
  'engineCc',
  'price_label',
].map(column)

const openStates = openPurchaseStates.map((state) => `'${state}'`).join(', ')

/** Builds rules for cars that depend on a written row of another table. */
const createCarRules = (where: string, options: RuleOptions = {}): ChangeRule[] => [
  createCacheRule('car', 'cars.id', { from: 'cars', when: where, ...options }),
  createCacheRule('listed', undefined, { from: 'cars', when: where, ...options }),
]

/** Builds a rule that yields a topic for the buyer of each matching purchase. */
const createPurchaseRule = (where: string, options: RuleOptions): ChangeRule =>
  tag('Purchase', 'buyer_id', { ...options, from: 'purchases', when: both(where, options.when) })

/** The rules for each table. An empty list means that writes to the table notify no one. */
export const changeRules: Record<keyof Tables, readonly ChangeRule[]> = {
  users: [
    tag('User', admins),
    tag('Me', '@.id', { on: ['update', 'delete'] }),
    tag('Car', everyone, shownUserColumns),
    tag('Review', everyone, shownUserColumns),
    tag('Car', everyone, userContactColumns),
    tag('Car', everyone, userZipColumns),
    createPurchaseRule('seller_id = @.id', nameAndContact),
    tag('Sale', 'seller_id', { ...userContactColumns, from: 'purchases', when: 'buyer_id = @.id' }),
    tag('Report', 'reporter_id', { ...userContactColumns, from: 'reports', when: 'seller_id = @.id' }),
    tag('Report', admins, { ...nameAndContact, from: 'reports', when: 'reporter_id = @.id' }),
    createNoticeRule('seller', '@.id', admins, {
      on: ['insert', 'update'],
      of: [column('account')],
      when: "new.account = 'seller' and new.verified = 0",
    }),
    ...createCarRules('seller_id = @.id', {
      on: ['update'],
      of: ['full_name', 'email', 'email_verified', 'verified', 'zip'].map(column),
    }),
    createCacheRule('facts', undefined, userZipColumns),
    createListedCarRule('number', {
      ...userZipColumns,
      from: 'listed_cars join cars on cars.id = listed_cars.car_id',
      when: 'cars.seller_id = @.id',
    }),
    createCacheRule('authors', undefined, { on: ['update'], of: ['full_name', 'photo_url'].map(column) }),
    createSessionRule({ on: ['update', 'delete'] }),
  ],
  sessions: [
    tag('Session', '@.user_id', { of: [column('revoked_at')] }),
    createSessionRule({ on: ['update', 'delete'], of: ['revoked_at', 'expires_at'].map(column) }),
  ],
  categories: [
    tag('Category', everyone),
    createCacheRule('brands', undefined, { of: ['name', 'brand_image', 'position', 'shown'].map(column) }),
    createCacheRule('counts', undefined, { of: [column('listed_count')] }),
  ],
  // These rows are written together with a make.
  former_makes: [],
  cars: [
    tag('Car', everyone, { when: isPublic }),
    { topic: `'event car ' || @.id || ' ' || ${strangers}`, of: [column('state')], when: isPublic },
    tag('Car', '@.seller_id', { when: `not ${isPublic}` }),
    tag('Car', admins, { when: `not ${isPublic}` }),
    createPurchaseRule('car_id = @.id', shownElsewhere),
    tag('Sale', '@.seller_id', shownElsewhere),
    tag('Report', admins, shownElsewhere),
    tag('Report', '@.seller_id', shownElsewhere),
    tag('Report', 'reporter_id', {
      ...shownElsewhere,
      from: 'reports',
      when: 'seller_id = new.seller_id and car_id = @.id',
    }),
    createCacheRule('car', '@.id'),
    // A car's history depends on the car itself and on other cars with the same VIN.
    createCacheRule('history', 'cars.id', {
      from: 'cars',
      when: 'cars.vin = @.vin and cars.id <> @.id',
      of: ['vin', 'held_vin', 'posted_at', 'seller_id', 'state', 'resell_price'].map(column),
    }),
    createCacheRule('listed', undefined, { when: isListed }),
    createCacheRule('list', '@.category_name', {
      when: isListed,
      of: [isListed, column('category_name'), column('posted_at')],
    }),
    createCacheRule('facts', undefined, { when: isListed, of: [isListed, ...facts] }),
    createCacheRule('words', undefined, {
      when: isListed,
      of: ['model_name', 'description', 'location'].map(column),
    }),
    createCacheRule('featured', undefined, { when: isListed, of: ['@.featured_at is null'] }),
    createListCarRule('@.id', { of: inCarList }),
    // The rule applies to an update of any column, so that a new column needs no rule.
    createListedCarRule('number', { on: ['update'], from: 'listed_cars', when: 'car_id = @.id' }),
  ],
  car_pictures: [
    ...coverChanges.flatMap((options) => [
      createPurchaseRule('car_id = @.car_id', options),
      tag('Sale', 'seller_id', { ...options, from: 'cars', when: both('id = @.car_id', options.when) }),
    ]),
    ...createCarRules('id = @.car_id'),
    createListCarRule('@.car_id', { on: ['insert', 'delete'] }),
  ],
  price_changes: createCarRules('id = @.car_id'),
  listed_cars: [createListedCarRule('@.number', { on: ['insert', 'delete'] })],
  change_log: [],
  // A new row is written together with the car or its photo. Later, only personal data is removed.
  car_changes: [createCacheRule('history', '@.car', { on: ['update', 'delete'] })],
  // These rows are written together with the car.
  change_sets: [],
  ledger_use: [],
  current_change: [],
  purchases: [
    tag('Purchase', '@.buyer_id'),
    tag('Sale', '@.seller_id'),
    // The admins' list of cars shows how many purchase lists contain each car.
    tag('Sale', admins, { of: [column('state')] }),
    createListCarRule('@.car_id', { of: [`@.state in (${openStates})`] }),
  ],
  shortlist: [
    tag('Shortlist', '@.user_id', {
      of: ['added_at', 'left_at', 'removed_at'].map(column),
    }),
  ],
  shortlist_emails: [tag('Shortlist', '@.user_id', { of: [column('every')] })],
  // The seller's cars are updated on their own, in batches.
  seller_fees: [tag('SellerFees', '@.seller_id')],
  attempts: [
    tag('Hold', admins, { on: ['insert', 'update'], of: [column('state')] }),
    tag('Purchase', '@.buyer_id', { on: ['insert', 'update'], of: ['state', 'held_until'].map(column) }),
  ],
  payments: [
    tag('Payment', admins),
    tag('Purchase', '@.buyer_id'),
    tag('Sale', '@.seller_id'),
    createNoticeRule('sale', '@.purchase_id', '@.seller_id', { when: '@.is_sale = 1' }),
  ],
  // These rows are written together with the payment.
  refund_parts: [],
  deals: [
    tag('Deal', '@.buyer_id'),
    tag('Deal', '@.seller_id'),
    tag('Deal', admins),
    tag('Purchase', '@.buyer_id', { of: [column('state')] }),
    tag('Sale', '@.seller_id', { of: [column('state')] }),
  ],
  deal_documents: dealSides.map(tagSide),
  deal_signatures: dealSides.map(tagSide),
  deposits: [tag('Purchase', '@.buyer_id'), tag('Sale', '@.seller_id'), tag('Payment', admins)],
  // These rows are written together with the deal.
  deal_events: [],
  deal_problems: [],
  payouts: [tag('Payout', '@.seller_id'), tag('Payout', admins)],
  // These rows are written together with the payout or the ledger.
  payout_reversals: [],
  payout_accounts: [tag('Payout', '@.user_id'), tag('Deal', '@.user_id', { of: [column('state')] })],
  fee_rates: [tag('Payout', everyone)],
  disputes: [tag('Dispute', admins)],
  // A seller's debt is a sum of these rows.
  ledger_entries: [tag('Payout', '@.user_id', { when: "@.account = 'debt'" })],
  ledger_differences: [tag('Payout', admins)],
  ledger_comparison: [tag('Payout', admins)],
  reports: [
    tag('Report', admins),
    tag('Report', '@.seller_id'),
    tag('Report', '@.reporter_id'),
    createNoticeRule('report', '@.id', admins),
    createNoticeRule('report', '@.id', '@.seller_id'),
  ],
  photo_matches: [tag('PhotoMatch', admins)],
  reviews: [
    tag('Review', everyone),
    // The author's purchases show whether each has a review.
    tag('Purchase', '@.author_id'),
    createCacheRule('reviews'),
  ],
  review_counts: [createCacheRule('reviews')],
  messages: [tag('Message', '@.user_id')],
  audit: [tag('Audit', admins)],
  subscribers: [tag('Newsletter', admins, { of: [column('confirmed_at')] })],
  // The counts of sent emails are read by polling.
  newsletter_issues: [tag('Newsletter', admins, { of: ['state', 'version', 'deleted_at'].map(column) })],
  imports: [tag('Import', '@.user_id')],
  saved_searches: [
    tag('Search', '@.user_id', { of: ['name', 'every', 'stopped_at', 'deleted_at'].map(column) }),
    createSavedSearchRule(),
  ],
  // No endpoint reads these tables.
  search_alerts: [],
  compared_cars: [],
  search_position: [],
  // These rows are written together with the import.
  import_rows: [],
  import_named_cars: [],
  import_headers: [],
  import_values: [],
  // The time of the last fetch is read by polling.
  feeds: [tag('Feed', '@.user_id', { of: ['checked_change', 'fetched_cars'].map(column) })],
  // These rows are written together with the feed.
  feed_cars: [],
  picture_hosts: [tag('Import', '@.user_id')],
  // The reverted cars may belong to another seller.
  job_reverts: [tag('Car', '@.user_id')],
  // The rows of an edition are inserted before it is published, which updates the edition, and deleted after it
  // is replaced.
  recall_editions: [
    createCacheRule('recalls', undefined, { on: ['update'] }),
    tag('Car', everyone, { on: ['update'] }),
  ],
  recall_campaigns: [createCacheRule('recalls', undefined, { on: ['update'] })],
  recalls: [createCacheRule('recalls', undefined, { on: ['update'] })],
  // No endpoint reads these tables.
  webhook_events: [],
  mails: [],
  undos: [],
  undo_rows: [],
  job_erasures: [],
  uploads: [],
  job_orphaned_pictures: [],
  installation: [],
}

/** Quotes the column, since Postgres would convert a name such as `evRange` to lowercase. */
function column(name: string): string {
  return `@."${name}"`
}

function both(first: string, second: string | undefined): string {
  return second === undefined ? first : `${first} and ${second}`
}
