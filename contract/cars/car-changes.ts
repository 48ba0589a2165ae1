import * as z from 'zod'
import { listQuery, sortsBy } from '../api/list-query.ts'
import { numberFacts } from './car-numbers.ts'
import { availabilities } from './cars.ts'
import { id, isoTime, oneOf, text, exportedQuery, idParams, pageQuery } from '../api/fields.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type { EndpointName } from '../api/paths.ts'

/**
 * How far the revert of a large set is. `stopped`: the person may no longer do it, or it failed; what was reverted until
 * then stays.
 */
export const revertStates = ['reverting', 'reverted', 'undoing', 'undone', 'stopped'] as const

/** What was done, of what is kept together as a set. */
const changeKinds = [
  'add',
  'edit',
  'bulk-edit',
  'state',
  'delete',
  'feature',
  'unfeature',
  'relist',
  'import',
  'delete-account',
  'undo',
  'revert',
] as const

export type ChangeKind = (typeof changeKinds)[number]

/** Who did it, as sellers hear of it; `system` where time or a payment has decided. */
const changers = ['seller', 'team', 'buyer', 'system'] as const

/** A text, a number, the addresses of photos in order, or nothing. */
const value = z.union([z.string(), z.number(), z.array(z.string()), z.null()])

/**
 * One field of a car that became another, by the field's name in `car`; `listed` where it came on the market, at which
 * price. Strangers get `at`, `field`, `before`, `after` and `earlierSeller` of `listed` and `resellPrice` alone.
 */
const carChange = z.object({
  at: isoTime,
  field: z.string(),
  before: value,
  after: value,
  /** True where somebody else sold the car then; who, nobody is told. */
  earlierSeller: z.literal(true).optional(),
  /** The car's, once it was changed. */
  version: z.number().int().optional(),
  /** What was changed together with it, how, and of how many cars; null for what nobody can revert. */
  set: z.string().nullable().optional(),
  kind: z.enum(changeKinds).nullable().optional(),
  count: z.number().int().nullable().optional(),
  by: z.enum(changers).optional(),
  /** The person's name, for admins. */
  byName: z.string().optional(),
  /** Whether the caller may revert what the set did to this car, and something of it stands still. */
  revertible: z.boolean().optional(),
})

/** Why a field stays as it is. */
const skipReasons = [
  'changed',
  'sold',
  'reserved',
  'removed',
  'seller-gone',
  'photo-gone',
  'taken',
  'not-allowed',
] as const

export type SkipReason = (typeof skipReasons)[number]

const stayed = z.array(
  z.object({ carID: z.string(), carName: z.string(), field: z.string(), reason: z.enum(skipReasons) }),
)

/** The last revert of a set of more than 1,000 cars, which goes on after the answer. */
const longRevert = z.object({
  state: z.enum(revertStates),
  /** How many cars the revert, or then its undo, has processed, and of how many. */
  done: z.number().int(),
  total: z.number().int(),
  /** How many cars are as they were, in one field at least. */
  reverted: z.number().int(),
  /** The first 200 fields that stayed as they are, and how many there are. */
  stayed,
  stayedCount: z.number().int(),
  /** For `POST /undo/{id}`, as long as the caller may still undo it. */
  undoId: z.string().optional(),
  /** Why it stopped. */
  message: z.string().optional(),
})

const changeSet = z.object({
  _id: z.string(),
  kind: z.enum(changeKinds),
  at: isoTime,
  /** Of how many cars. */
  count: z.number().int(),
  by: z.string(),
  /** The first of its cars. */
  carID: z.string(),
  carName: z.string(),
  /** What was changed, by the fields' names in `car`; of many cars, of the first of them. */
  fields: z.array(z.string()),
  /** The set that it takes back. */
  reverts: z.string().nullable(),
  /** Of how many cars it was reverted or undone since, and when last. */
  revertedCount: z.number().int(),
  revertedAt: isoTime.nullable(),
  revertible: z.boolean(),
  revert: longRevert.optional(),
})

/**
 * - `open`: it can be reverted; `partly`: of some cars it was.
 * - `old`: it was too long ago. `final`: it is nothing that is reverted, or another's.
 */
export const setStatuses = ['open', 'partly', 'reverted', 'old', 'final'] as const

/** Change sets are sorted by what was done, the first car, the person, or the status. */
export const changeSetSorts = sortsBy('what', 'cars', 'by', 'status')

/** Words that are each in what was done, the first car’s name, or the person’s name, or begin the moment. */
const changeSetWords = { q: text(200).optional() }

const changeSetsQuery = listQuery({
  sort: oneOf(changeSetSorts).default('newest'),
  ...changeSetWords,
  status: oneOf(setStatuses).optional(),
})

const changeSetsCountQuery = z.object(changeSetWords)

/** How many of what is found have each status. */
const changeSetsCount = z.record(z.enum(setStatuses), z.number().int())

/** What a set did to one of its cars: one change a field. */
const changedCar = z.object({
  _id: z.string(),
  carName: z.string(),
  /** Where it stands in its life today. */
  available: z.enum(availabilities),
  mileageUnit: z.enum(numberFacts.mileage.units).nullable(),
  changes: z.array(z.object({ field: z.string(), before: value, after: value })),
})

/** Of which car alone; all of the set where that is left out. */
const revertInput = z.object({ carID: id.optional() }).prefault({})

const reverted = z.object({
  acknowledged: z.literal(true),
  /** How many cars are as they were, in one field at least; of a 202, how many the revert will process. */
  reverted: z.number().int(),
  /** Empty in a 202: the change set's `revert` has it. */
  stayed,
  /** For `POST /undo/{id}`, where something was reverted. */
  undoId: z.string().optional(),
})

export type SetStatus = (typeof setStatuses)[number]
export type ChangeSetSort = (typeof changeSetSorts)[number]
export type CarChange = z.infer<typeof carChange>
export type ChangeSet = z.infer<typeof changeSet>
export type ChangedCar = z.infer<typeof changedCar>
export type Reverted = z.infer<typeof reverted>

export const changeEndpoints = {
  listCarChanges: {
    summary:
      'List the history of a car, newest first; only its seller and admins see more than listings and prices',
    who: 'anyone',
    params: idParams,
    query: pageQuery,
    output: z.array(carChange),
    problems: ['not-found'],
    limit: 'R0',
  },
  listChangeSets: {
    summary: 'List all bulk changes (admins) or your own (sellers), newest first',
    who: 'seller-or-admin',
    query: changeSetsQuery,
    output: z.array(changeSet),
    limit: 'R1',
  },
  countChangeSets: {
    summary: 'Count all bulk changes (admins) or your own (sellers) by whether they can be reverted',
    who: 'seller-or-admin',
    query: changeSetsCountQuery,
    output: changeSetsCount,
    limit: 'R1',
  },
  getChangeSet: {
    summary: 'Get a bulk change',
    who: 'seller-or-admin',
    row: 'owner-or-admin',
    params: idParams,
    output: changeSet,
    problems: ['not-found'],
    limit: 'R1',
  },
  listChangedCars: {
    summary: 'List the cars of a bulk change, with each field before and after',
    who: 'seller-or-admin',
    row: 'owner-or-admin',
    params: idParams,
    query: exportedQuery,
    output: z.array(changedCar),
    problems: ['not-found'],
    limit: 'R1',
  },
  revertChangeSet: {
    summary: 'Revert a bulk change within 30 days; cars that were changed again or sold stay unchanged',
    who: 'seller-or-admin',
    proven: true,
    row: 'owner-or-admin',
    params: idParams,
    body: revertInput,
    output: reverted,
    problems: ['quota-exceeded', 'not-found', 'revert-expired', 'revert-running'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
