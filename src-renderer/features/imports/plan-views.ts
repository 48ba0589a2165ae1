import type { CarImport, ImportColumn, ImportValue } from '../../../contract/imports.ts'

export const planViews = ['rows', 'columns', 'values'] as const
export type PlanView = (typeof planViews)[number]

/** Returns the columns that contain values but that the user has neither matched nor left out. */
export function openColumns({ columns }: CarImport): ImportColumn[] {
  return columns.filter(({ field, by, samples }) => field === null && by === null && samples.length > 0)
}

/** Returns the values that we can't read and for which the user has not chosen anything. */
export function openValues({ values }: CarImport): ImportValue[] {
  return values.filter(({ becomes, by }) => becomes === null && by === undefined)
}
