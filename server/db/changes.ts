import type Sqlite from 'better-sqlite3'
import type { LiveNotice } from '../../contract/events.ts'
import type { TagType } from '../../contract/api/tags.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Tables } from './tables.ts'

/** Something that a commit changed. */
export type Change = (
  { kind: 'tag'; about: TagType } | { kind: 'car' | LiveNotice['kind']; about: string }
) & {
  /** Who may know: `everyone` who is signed in, `strangers`, `admins`, or a user's id. */
  audience: string
}

/**
 * Notes from now on what each write changes, and whom it concerns. Temporary triggers do it: they see every write of
 * this connection, whichever code makes it, know the row, and what they note goes with its transaction.
 * @returns takes what was committed since the last call
 */
export function noteChanges(
  sqlite: Sqlite.Database,
  betweenWrites: GroupCommit['read'],
): () => Promise<Change[]> {
  sqlite.pragma('temp_store = memory')
  sqlite.exec(
    'create temp table changes (kind text, about text, audience text, primary key (kind, about, audience)) without rowid',
  )
  for (const [table, tableRules] of Object.entries(changeRules))
    for (const [at, rule] of tableRules.entries())
      for (const verb of rule.on ?? verbs)
        sqlite.exec(trigger(`note_${table}_${at}_${verb}`, table, verb, rule))

  const take = sqlite.prepare<[], Change>('delete from changes returning kind, about, audience')
  return () => betweenWrites(() => take.all())
}

const verbs = ['insert', 'update', 'delete'] as const
type Verb = (typeof verbs)[number]

export interface ChangeRule {
  kind: Change['kind']
  /** SQL, as all below. `@` stands for the row: as it is now, or as it was where it is deleted. */
  about: string
  audience: string
  on?: readonly Verb[]
  /** Which columns must have changed, on an update; left out, any. */
  of?: readonly string[]
  when?: string
}

type More = Pick<ChangeRule, 'on' | 'of' | 'when'>

const everyone = "select 'everyone'"
const strangers = "select 'strangers'"
const admins = "select 'admins'"
const the = (column: string) => `select @.${column}`

function tag(name: TagType, audience: string, more: More = {}): ChangeRule {
  return { kind: 'tag', about: `'${name}'`, audience, ...more }
}

function notice(kind: LiveNotice['kind'], about: string, audience: string, more: More = {}): ChangeRule {
  return { kind, about, audience, on: ['insert'], ...more }
}

/** That it came on the market or left it, told of by its id. */
function carOnMarket(more: More): ChangeRule {
  return { kind: 'car', about: '@.id', audience: strangers, ...more }
}

/** What purchase lists, sales and reports show of a car. */
const shownElsewhere: More = {
  on: ['update'],
  of: ['state', 'contact', 'price_minor', 'mileage', 'mileage_unit', 'fuel'],
}
/** They show the first picture. One of a new car is on no list yet. */
const coverChanges: readonly More[] = [
  { on: ['insert'], when: '@.position = 0 and (select version from cars where id = @.car_id) > 1' },
  { on: ['update', 'delete'], when: '@.position = 0' },
]
/** What cars and reviews show of a user. */
const shownOfUsers: More = { on: ['update'], of: ['full_name', 'photo_url', 'verified', 'deleted_at'] }
/** What purchase lists show of a seller, and reports of whoever sent them. */
const nameAndContact: More = { on: ['update'], of: ['full_name', 'email', 'email_verified'] }
/** How to reach a user, where that is shown. */
const contactOfUsers: More = { on: ['update'], of: ['email', 'email_verified'] }
const unverifiedSeller = "@.account = 'seller' and @.verified = 0"

/** What is off the market concerns its seller and admins alone: a draft is saved every few words. */
const isPublic = (row: string) => `${row}.state in ('instock', 'reserved', 'sold', 'sold-elsewhere')`

export const changeRules: Record<keyof Tables, readonly ChangeRule[]> = {
  users: [
    tag('User', admins),
    tag('Me', the('id'), { on: ['update', 'delete'] }),
    tag('Car', everyone, shownOfUsers),
    tag('Review', everyone, shownOfUsers),
    tag('Car', everyone, contactOfUsers),
    tag('Purchase', 'select buyer_id from purchases where seller_id = @.id', nameAndContact),
    tag('Sale', 'select seller_id from purchases where buyer_id = @.id', contactOfUsers),
    tag('Report', 'select reporter_id from reports where seller_id = @.id', contactOfUsers),
    tag('Report', "select 'admins' from reports where reporter_id = @.id", nameAndContact),
    notice('seller', '@.id', admins, { when: unverifiedSeller }),
    notice('seller', '@.id', admins, { on: ['update'], of: ['account'], when: unverifiedSeller }),
  ],
  sessions: [
    tag('Session', the('user_id'), { on: ['insert', 'delete'] }),
    tag('Session', the('user_id'), { on: ['update'], of: ['revoked_at'] }),
  ],
  categories: [tag('Category', everyone)],
  // Written along with a make, which is told of.
  former_makes: [],
  cars: [
    tag('Car', everyone, { on: ['insert', 'delete'], when: isPublic('@') }),
    tag('Car', everyone, { on: ['update'], when: `${isPublic('old')} or ${isPublic('new')}` }),
    carOnMarket({ on: ['insert', 'delete'], when: isPublic('@') }),
    carOnMarket({ on: ['update'], of: ['state'], when: `${isPublic('old')} or ${isPublic('new')}` }),
    tag('Car', the('seller_id'), { when: `not ${isPublic('@')}` }),
    tag('Car', admins, { when: `not ${isPublic('@')}` }),
    tag('Purchase', 'select buyer_id from purchases where car_id = @.id', shownElsewhere),
    tag('Sale', the('seller_id'), shownElsewhere),
    tag('Report', admins, shownElsewhere),
    tag('Report', the('seller_id'), shownElsewhere),
    tag(
      'Report',
      'select reporter_id from reports where seller_id = @.seller_id and car_id = @.id',
      shownElsewhere,
    ),
  ],
  // That the car itself shows others is told with the write to it.
  car_pictures: coverChanges.flatMap((more) => [
    tag('Purchase', 'select buyer_id from purchases where car_id = @.car_id', more),
    tag('Sale', 'select seller_id from cars where id = @.car_id', more),
  ]),
  purchases: [
    tag('Purchase', the('buyer_id')),
    tag('Sale', the('seller_id')),
    // Beside every car they read on how many lists it is.
    tag('Sale', admins, { on: ['insert', 'delete'] }),
    tag('Sale', admins, { on: ['update'], of: ['state'] }),
  ],
  attempts: [
    tag('Hold', admins, { on: ['insert'] }),
    tag('Hold', admins, { on: ['update'], of: ['state'] }),
    tag('Purchase', the('buyer_id'), { on: ['insert'] }),
    tag('Purchase', the('buyer_id'), { on: ['update'], of: ['state', 'held_until'] }),
  ],
  payments: [
    tag('Payment', admins),
    tag('Purchase', the('buyer_id')),
    tag('Sale', the('seller_id')),
    notice('sale', '@.purchase_id', the('seller_id'), { when: '@.is_sale = 1' }),
  ],
  // Told with what it changes of the payment.
  refund_parts: [],
  reports: [
    tag('Report', admins),
    tag('Report', the('seller_id')),
    tag('Report', the('reporter_id')),
    notice('report', '@.id', admins),
    notice('report', '@.id', the('seller_id')),
  ],
  reviews: [
    tag('Review', everyone),
    // Whether one of theirs has a review.
    tag('Purchase', the('author_id')),
  ],
  messages: [tag('Message', the('user_id'))],
  audit: [tag('Audit', admins)],
  subscribers: [
    tag('Newsletter', admins, { on: ['insert', 'delete'] }),
    tag('Newsletter', admins, { on: ['update'], of: ['confirmed_at'] }),
  ],
  newsletter_issues: [
    tag('Newsletter', admins, { on: ['insert', 'delete'] }),
    // Not of each mail that is counted: who looks on asks now and then.
    tag('Newsletter', admins, { on: ['update'], of: ['state', 'version', 'deleted_at'] }),
  ],
  imports: [tag('Import', the('user_id'))],
  // Told with the import.
  import_rows: [],
  import_named_cars: [],
  import_headers: [],
  import_values: [],
  // Not of each time that it is fetched: who looks on asks now and then.
  feeds: [
    tag('Feed', the('user_id'), { on: ['insert', 'delete'] }),
    tag('Feed', the('user_id'), { on: ['update'], of: ['checked_change', 'fetched_cars'] }),
  ],
  // Told with the feed.
  feed_cars: [],
  picture_hosts: [tag('Import', the('user_id'))],
  // Kept from the cars, by triggers.
  price_changes: [],
  listed_cars: [],
  listed_changes: [],
  written_cars: [],
  car_changes: [],
  ledger_use: [],
  review_counts: [],
  // Nobody reads these through the API.
  webhook_events: [],
  mails: [],
  undos: [],
  undo_rows: [],
  // Its cars may be another's.
  reverts: [tag('Car', the('user_id'))],
  erasures: [],
  uploads: [],
  orphaned_pictures: [],
  installation: [],
  // Told with the write to the car.
  change_sets: [],
  current_change: [],
}

function trigger(
  name: string,
  table: string,
  verb: Verb,
  { kind, about, audience, of, when }: ChangeRule,
): string {
  const row = verb === 'delete' ? 'old' : 'new'
  const conditions = [
    ...(when ? [`(${when})`] : []),
    ...(of ? [`(${of.map((column) => `old.${column} is not new.${column}`).join(' or ')})`] : []),
  ]
  const guard = conditions.length > 0 ? `when ${conditions.join(' and ')}` : ''
  const note = `insert or ignore into changes select '${kind}', ${about}, audience from (${audience.replace(/^select (\S+)/, 'select $1 as audience')})`
  return `create temp trigger ${name} after ${verb} on main.${table} ${guard} begin ${note}; end`.replaceAll(
    '@.',
    `${row}.`,
  )
}
