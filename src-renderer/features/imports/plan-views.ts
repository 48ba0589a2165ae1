import type { CarImport, ImportColumn, ImportValue } from '../../../contract/imports.ts'

export const planViews = ['rows', 'columns', 'values'] as const
export type PlanView = (typeof planViews)[number]

/** Returns the nonempty columns that the user still has to match or leave out. */
export function openColumns({ columns }: CarImport): ImportColumn[] {
  return columns.filter(({ field, by, samples }) => field === null && by === null && samples.length > 0)
}

/** Returns the unrecognized values that the user has not decided on. */
export function openValues({ values }: CarImport): ImportValue[] {
  return values.filter(({ becomes, by }) => becomes === null && by === undefined)
}
