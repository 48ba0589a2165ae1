import * as z from 'zod'
import { listQuery, listSorts } from '../api/list-query.ts'
import { numberFacts } from './car-numbers.ts'
import { availabilities } from './cars.ts'
import { id, isoTime, oneOf, text, exportedQuery, idParams, pageQuery } from '../api/fields.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type { EndpointName } from '../api/paths.ts'

/**
 * The progress of reverting a large change set. `stopped` means that the person lost permission or the revert
 * failed; fields reverted before that stay reverted.
 */
export const revertStates = ['reverting', 'reverted', 'undoing', 'undone', 'stopped'] as const

/** The kinds of change sets. A change set groups the changes made by one action. */
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

/** The authors of changes, as sellers see them. `system` stands for payments and the passing of time. */
const changers = ['seller', 'team', 'buyer', 'system'] as const

/**
 * The value of a car field. An array lists the photo URLs in order. Damage marks are a JSON object with the car's
 * `marks` and `marksAt`.
 */
const value = z.union([z.string(), z.number(), z.array(z.string()), z.null()])

/**
 * A change to one field, named as in `car`. The pseudo-field `listed` records that the car was
 * listed, and its price. Strangers see only changes to `listed` and `resellPrice`, with `at`, `field`,
 * `before`, `after`, and `earlierSeller`.
 */
const carChange = z.object({
  at: isoTime,
  field: z.string(),
  before: value,
  after: value,
  /**
   * True if the car had a different seller at the time of the change. The earlier seller's identity is never
   * disclosed.
   */
  earlierSeller: z.literal(true).optional(),
  /** The car's version after the change. */
  version: z.number().int().optional(),
  /** The ID, kind, and number of cars of the change set. All are null for changes that can't be reverted. */
  set: z.string().nullable().optional(),
  kind: z.enum(changeKinds).nullable().optional(),
  count: z.number().int().nullable().optional(),
  by: z.enum(changers).optional(),
  /** The person's name, for admins only. */
  byName: z.string().optional(),
  /**
   * True if the caller may revert the change set for this car and at least one of its changes is still in
   * effect.
   */
  revertible: z.boolean().optional(),
})

/** The reasons why a field is not reverted. */
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

/** The latest revert of a change set with more than 1,000 cars. It continues after the response. */
const longRevert = z.object({
  state: z.enum(revertStates),
  /** Number of cars processed so far by the revert or its undo, and the total. */
  done: z.number().int(),
  total: z.number().int(),
  /** Number of cars with at least one reverted field. */
  reverted: z.number().int(),
  /** The first 200 fields that were not reverted, and the total number of such fields. */
  stayed,
  stayedCount: z.number().int(),
  /** The ID for `POST /undo/{id}`, while the caller may undo the revert. */
  undoId: z.string().optional(),
  /** The reason why the revert stopped. */
  message: z.string().optional(),
})

const changeSet = z.object({
  _id: z.string(),
  kind: z.enum(changeKinds),
  at: isoTime,
  /** Number of cars in the set. */
  count: z.number().int(),
  by: z.string(),
  /** The first car of the set. */
  carID: z.string(),
  carName: z.string(),
  /** The changed fields, named as in `car`. For a set of many cars, the fields of the first car. */
  fields: z.array(z.string()),
  /** The ID of the set that this set reverts, or null. */
  reverts: z.string().nullable(),
  /** Number of cars whose changes were later reverted or undone, and the time of the latest revert. */
  revertedCount: z.number().int(),
  revertedAt: isoTime.nullable(),
  revertible: z.boolean(),
  revert: longRevert.optional(),
})

/**
 * The statuses of a change set.
 * - `open`: it can be reverted. `partly`: it was reverted for some of its cars.
 * - `old`: it is too old to revert. `final`: its kind can't be reverted, or it belongs to another person.
 */
export const setStatuses = ['open', 'partly', 'reverted', 'old', 'final'] as const

export const changeSetSorts = listSorts('what', 'cars', 'by', 'status')

/**
 * Search terms. Each must match the kind of change, the first car’s name, or the person’s name, or be the
 * start of the timestamp.
 */
const changeSetWords = { q: text(200).optional() }

const changeSetsQuery = listQuery({
  sort: oneOf(changeSetSorts).default('newest'),
  ...changeSetWords,
  status: oneOf(setStatuses).optional(),
})

const changeSetsCountQuery = z.object(changeSetWords)

const changeSetsCount = z.record(z.enum(setStatuses), z.number().int())

/** A set's changes to one of its cars, with one entry per field. */
const changedCar = z.object({
  _id: z.string(),
  carName: z.string(),
  /** The car's current state. */
  available: z.enum(availabilities),
  mileageUnit: z.enum(numberFacts.mileage.units).nullable(),
  changes: z.array(z.object({ field: z.string(), before: value, after: value })),
})

/** The only car to revert. By default, all cars of the set are reverted. */
const revertInput = z.object({ carID: id.optional() }).prefault({})

const reverted = z.object({
  acknowledged: z.literal(true),
  /**
   * Number of cars with at least one reverted field. In a 202, the number of cars that the revert will
   * process.
   */
  reverted: z.number().int(),
  /**
   * Empty in a 202 because the revert is still running. The change set's `revert` later contains the result.
   */
  stayed,
  /** The ID for `POST /undo/{id}`, if anything was reverted. */
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
    summary: 'Get a bulk change with its counts and whether you can revert it',
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
    needsConfirmedAddress: true,
    row: 'owner-or-admin',
    params: idParams,
    body: revertInput,
    output: reverted,
    problems: ['quota-exceeded', 'not-found', 'revert-expired', 'revert-running'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
