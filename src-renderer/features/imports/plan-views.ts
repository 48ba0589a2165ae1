import type { CarImport, ImportColumn, ImportValue } from '../../../contract/imports.ts'

export const planViews = ['rows', 'columns', 'values'] as const
export type PlanView = (typeof planViews)[number]

/** Returns the columns that contain values and that the user still has to match or leave out. */
export function openColumns({ columns }: CarImport): ImportColumn[] {
  return columns.filter(({ field, by, samples }) => field === null && by === null && samples.length > 0)
}

/** Returns the values that were not recognized and for which the user has not made a choice. */
export function openValues({ values }: CarImport): ImportValue[] {
  return values.filter(({ becomes, by }) => becomes === null && by === undefined)
}
