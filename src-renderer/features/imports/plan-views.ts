import type { CarImport, ImportColumn, ImportValue } from '../../../contract/imports.ts'

export const planViews = ['rows', 'columns', 'values'] as const
export type PlanView = (typeof planViews)[number]

/** Columns that say something, and that nobody has matched or left out. */
export function openColumns({ columns }: CarImport): ImportColumn[] {
  return columns.filter(({ field, by, samples }) => field === null && by === null && samples.length > 0)
}

/** Values that we can't read, and that nobody has chosen anything for. */
export function openValues({ values }: CarImport): ImportValue[] {
  return values.filter(({ becomes, by }) => becomes === null && by === undefined)
}
