import * as z from 'zod'
import {
  carChange,
  changedCar,
  changeSet,
  changeSetsCount,
  changeSetsCountQuery,
  changeSetsQuery,
  revertInput,
  reverted,
} from '../car-changes.ts'
import type { Endpoint } from '../endpoint.ts'
import { exportedQuery, idParams, pageQuery } from '../fields.ts'
import type { EndpointName } from '../paths.ts'

export const changeEndpoints = {
  listCarChanges: {
    summary: 'What became of a car, newest first; listings and prices alone but for its seller and admins',
    who: 'anyone',
    params: idParams,
    query: pageQuery,
    output: z.array(carChange),
    problems: ['not-found'],
    limit: 'R0',
  },
  listChangeSets: {
    summary: 'List what you changed together (admins: what anyone did), newest first',
    who: 'seller-or-admin',
    query: changeSetsQuery,
    output: z.array(changeSet),
    limit: 'R1',
  },
  countChangeSets: {
    summary: 'Count what you changed together (admins: what anyone did) by whether it can be reverted',
    who: 'seller-or-admin',
    query: changeSetsCountQuery,
    output: changeSetsCount,
    limit: 'R1',
  },
  getChangeSet: {
    summary: 'Get what was changed together',
    who: 'seller-or-admin',
    row: 'owner-or-admin',
    params: idParams,
    output: changeSet,
    problems: ['not-found'],
    limit: 'R1',
  },
  listChangedCars: {
    summary: 'List the cars that were changed together, with each field before and after',
    who: 'seller-or-admin',
    row: 'owner-or-admin',
    params: idParams,
    query: exportedQuery,
    output: z.array(changedCar),
    problems: ['not-found'],
    limit: 'R1',
  },
  revertChangeSet: {
    summary: 'Revert what was changed together, within 30 days; what was changed or sold since stays',
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
