import type { CarImport, ImportRow, RowAction } from '../../../contract/imports.ts'
import { rowActions } from '../../../contract/imports.ts'
import { rowActionWords } from '../../../contract/list-words.ts'
import { wordsOf, type ListOf } from '../../ui/placed/placed-pages.ts'
import { countedBy } from '../../ui/placed/use-counts.ts'
import type { PlacedSource } from '../../ui/placed/use-placed-list.ts'
import { importsApi } from './imports.api.ts'

const WARNINGS = 'Warnings'

export interface RowFilter {
  action?: RowAction | undefined
  warned?: '1' | undefined
}

/** How many rows there are to see of each kind. */
export function countsOf({
  counts,
  offLot,
  warnings,
}: CarImport): (readonly [word: string, count: number])[] {
  const all = { ...counts, 'off-lot': offLot }
  return [...rowActions.map((action) => [rowActionWords[action], all[action]] as const), [WARNINGS, warnings]]
}

/** What a filter's word asks for. */
export function filterOf(word: string | null): RowFilter {
  if (word === WARNINGS) return { warned: '1' }
  const action = rowActions.find((one) => rowActionWords[one] === word)
  return action ? { action } : {}
}

export function totalOf({ counts, offLot }: Pick<CarImport, 'counts' | 'offLot'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, offLot)
}

type RowList = Omit<ListOf<'listImportRows'>, 'sort'> & { sort?: string | undefined }

/** The rows of one import, as its console table reads them: in the file's order. */
export function rowSource(id: string): PlacedSource<ImportRow, RowList> {
  const { placeImportRows, getImport } = importsApi.endpoints
  const params = { id }
  return {
    endpoint: {
      initiate: ({ query }, options) => placeImportRows.initiate({ params, query }, options),
      select: ({ query }) => placeImportRows.select({ params, query }),
    },
    listOf: ({ facet, find }) => ({ q: wordsOf(find), ...filterOf(facet) }),
    counter: countedBy(
      { initiate: () => getImport.initiate({ params }), select: () => getImport.select({ params }) },
      (list: RowList) => list,
      (job) => ({ facets: countsOf(job), total: totalOf(job) }),
    ),
  }
}
