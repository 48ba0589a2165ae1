import type Sqlite from 'better-sqlite3'
import { facetChoices } from '../../contract/cars/car-facets.ts'
import { facetNumbers, rangeNumbers } from '../../contract/cars/car-numbers.ts'
import type { Tables } from './tables.ts'

/**
 * What a write can concern, and an answer can stand on. Which one of the kind follows it, or `*` for all of them.
 * - `car`: all that is shown of a car, by its id.
 * - `history`: the changes of a car, and of others with its VIN, by its id.
 * - `list`: which cars of a make are listed, in which order, by the make.
 * - `listed`: all that is shown of any listed car.
 * - `facts`, `words`, `featured`: what listed cars are found by, its texts and being featured apart.
 * - `brands`, `counts`: the makes, and how many cars each has listed.
 * - `reviews`, `authors`: the reviews, and what they show of who wrote them.
 */
export type SubjectKind =
  | 'car'
  | 'history'
  | 'list'
  | 'listed'
  | 'facts'
  | 'words'
  | 'featured'
  | 'brands'
  | 'counts'
  | 'reviews'
  | 'authors'
export type Subject = `${SubjectKind} ${string}`

/** So many are told one by one: a seed writes a million cars. */
const MAX_SUBJECTS = 10_000

/**
 * Notes from now on what each write of this connection concerns, whichever code makes it: temporary triggers see the row.
 * @returns takes what was committed since the last call, in any order; null: it may be anything
 */
export function noteSubjects(sqlite: Sqlite.Database): () => Subject[] | null {
  const written = new Set<Subject>()
  sqlite.function('note_subject', (kind: SubjectKind, which: string | null) => {
    if (which !== null && written.size <= MAX_SUBJECTS) written.add(`${kind} ${which}`)
    return null
  })
  for (const [table, tableRules] of Object.entries(subjectRules))
    for (const [at, rule] of tableRules.entries())
      for (const verb of rule.on ?? verbs)
        sqlite.exec(trigger(`subject_${table}_${at}_${verb}`, table, verb, rule))
  return () => {
    const taken = written.size > MAX_SUBJECTS ? null : [...written]
    // What another transaction has noted since is told again with its own commit.
    if (!sqlite.inTransaction) written.clear()
    return taken
  }
}

const verbs = ['insert', 'update', 'delete'] as const
type Verb = (typeof verbs)[number]

export interface SubjectRule {
  kind: SubjectKind
  /** SQL, as all below. `@` stands for the row, as it was and as it is now. */
  which?: string
  from?: string
  when?: string
  on?: readonly Verb[]
  /** What of the row must have changed, on an update; left out, anything. */
  of?: readonly string[]
}

const isListed = "@.state in ('instock', 'reserved')"

/** What a search compares, but for words and being featured. */
const facts = [
  'category_name',
  'model',
  ...facetChoices,
  ...rangeNumbers,
  ...facetNumbers,
  'mileage_unit',
  'price_minor',
].map(the)

const ofListed = (kind: SubjectKind, more: Partial<SubjectRule> = {}): SubjectRule => ({
  kind,
  when: isListed,
  ...more,
})

/** Of cars whose row is not the one that was written. */
const ofCars = (where: string, more: Partial<SubjectRule> = {}): SubjectRule[] => [
  { kind: 'car', which: 'cars.id', from: `cars where ${where}`, ...more },
  { kind: 'listed', from: `cars where ${where}`, ...more },
]

export const subjectRules: Record<keyof Tables, readonly SubjectRule[]> = {
  users: [
    ...ofCars('seller_id = @.id', {
      on: ['update'],
      of: ['full_name', 'email', 'email_verified', 'verified'].map(the),
    }),
    { kind: 'authors', on: ['update'], of: ['full_name', 'photo_url'].map(the) },
  ],
  categories: [
    { kind: 'brands', of: ['name', 'brand_image', 'position', 'shown'].map(the) },
    { kind: 'counts', of: [the('listed_count')] },
  ],
  // Written along with a make.
  former_makes: [],
  cars: [
    { kind: 'car', which: '@.id' },
    { kind: 'history', which: '@.id' },
    // Cars with the same VIN show what others went through.
    {
      kind: 'history',
      which: 'cars.id',
      from: 'cars where cars.vin = @.vin and cars.id <> @.id',
      of: ['vin', 'held_vin', 'posted_at', 'seller_id', 'state', 'resell_price'].map(the),
    },
    ofListed('listed'),
    ofListed('list', { which: '@.category_name', of: [isListed, the('category_name'), the('posted_at')] }),
    ofListed('facts', { of: [isListed, ...facts] }),
    ofListed('words', { of: ['model_name', 'description', 'location'].map(the) }),
    ofListed('featured', { of: [`${the('featured_at')} is null`] }),
  ],
  car_pictures: ofCars('id = @.car_id'),
  price_changes: ofCars('id = @.car_id'),
  reviews: [{ kind: 'reviews' }],
  review_counts: [{ kind: 'reviews' }],
  // Kept from the cars, by triggers.
  listed_cars: [],
  listed_changes: [],
  written_cars: [],
  car_changes: [{ kind: 'history', which: '@.car' }],
  // No answer that is kept shows them.
  imports: [],
  feeds: [],
  feed_cars: [],
  import_rows: [],
  import_named_cars: [],
  picture_hosts: [],
  import_headers: [],
  import_values: [],
  sessions: [],
  purchases: [],
  attempts: [],
  payments: [],
  refund_parts: [],
  webhook_events: [],
  reports: [],
  messages: [],
  mails: [],
  undos: [],
  undo_rows: [],
  reverts: [],
  erasures: [],
  audit: [],
  subscribers: [],
  newsletter_issues: [],
  uploads: [],
  orphaned_pictures: [],
  installation: [],
  change_sets: [],
  ledger_use: [],
  current_change: [],
}

function the(column: string): string {
  return `@.${column}`
}

function trigger(name: string, table: string, verb: Verb, rule: SubjectRule): string {
  const sides = verb === 'update' ? ['old', 'new'] : [verb === 'insert' ? 'new' : 'old']
  const of = (side: string, sql: string) => sql.replaceAll('@.', `${side}.`)
  const changed = (rule.of ?? []).map((value) => `(${of('old', value)}) is not (${of('new', value)})`)
  const guards = [
    verb === 'update' && changed.length > 0 ? changed : [],
    rule.when ? sides.map((side) => of(side, rule.when!)) : [],
  ].filter((guard) => guard.length > 0)
  const guard = guards.map((either) => `(${either.join(' or ')})`).join(' and ')
  const from = rule.from ? `from ${rule.from}` : ''
  const notes = sides.map((side) =>
    of(side, `select note_subject('${rule.kind}', ${rule.which ?? "'*'"}) ${from};`),
  )
  return `create temp trigger ${name} after ${verb} on main.${table} ${guard && `when ${guard}`}
    begin ${[...new Set(notes)].join(' ')} end`
}
