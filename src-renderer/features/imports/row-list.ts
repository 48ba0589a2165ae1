import type { CarImport, ImportRow, RowAction } from '../../../contract/imports.ts'
import { rowActions } from '../../../contract/imports.ts'
import { rowActionWords } from '../../../contract/list-words.ts'
import { wordsOf, type ListOf } from '../../ui/list/list-pages.ts'
import { countedBy } from '../../ui/list/use-counts.ts'
import type { ListSource } from '../../ui/list/list-source.ts'
import { importsApi } from './imports.api.ts'

const WARNINGS = 'Warnings'

interface RowFilter {
  action?: RowAction | undefined
  warned?: '1' | undefined
}

/** How many rows there are to see of each kind. */
function countsOf({ counts, offLot, warnings }: CarImport): (readonly [word: string, count: number])[] {
  const all = { ...counts, 'off-lot': offLot }
  return [...rowActions.map((action) => [rowActionWords[action], all[action]] as const), [WARNINGS, warnings]]
}

const words = Object.fromEntries([...Object.values(rowActionWords), WARNINGS].map((word) => [word, word]))

/** What a filter's word asks for. */
function filterOf(word: string | null): RowFilter {
  if (word === WARNINGS) return { warned: '1' }
  const action = rowActions.find((one) => rowActionWords[one] === word)
  return action ? { action } : {}
}

function totalOf({ counts, offLot }: Pick<CarImport, 'counts' | 'offLot'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, offLot)
}

type RowList = Omit<ListOf<'listImportRows'>, 'sort'> & { sort?: string | undefined }

/** The rows of one import, in the file's order. */
export function rowList(id: string): ListSource<ImportRow, RowList> {
  const { listImportRows, getImport } = importsApi.endpoints
  const params = { id }
  return {
    endpoint: {
      initiate: ({ query }, options) => listImportRows.initiate({ params, query }, options),
      select: ({ query }) => listImportRows.select({ params, query }),
    },
    listOf: ({ facet, find }) => ({ q: wordsOf(find), ...filterOf(facet) }),
    counter: countedBy(
      { initiate: () => getImport.initiate({ params }), select: () => getImport.select({ params }) },
      (list: RowList) => list,
      (job) => ({ facets: countsOf(job), total: totalOf(job) }),
    ),
    sortKeys: [],
    facet: { name: 'show', label: 'result', words },
  }
}
