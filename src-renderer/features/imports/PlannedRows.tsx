import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { OPEN_PARAM } from '../../../contract/desktop/desktop-links.ts'
import { rowActions, type CarImport, type ImportRow, type RowAction } from '../../../contract/imports.ts'
import { rowActionLabels } from '../../../contract/list-labels.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { ProblemFailure, toProblem } from '../../api/problem.ts'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { isDense } from '../../ui/table/is-dense.ts'
import { toSearchText, type ListOf } from '../../ui/table/list-pages.ts'
import type { ListSource } from '../../ui/table/list-source.ts'
import { createListCounter } from '../../ui/table/use-counts.ts'
import { useList } from '../../ui/table/use-list.ts'
import { Slot } from '../../ui/Slot.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useLazyListImportRowsQuery, importsApi } from './imports.api.ts'
import { RowDetails } from './RowDetails.tsx'
import { denseColumns, roomyColumns } from './row-columns.tsx'
import './import-rows.css'

export function PlannedRows({ job }: { job: CarImport }) {
  const { _id: id } = job
  const source = useMemo(() => rowList(id), [id])
  const { query, view } = useList(source)
  const goToNextError = useNextError(id)

  const table = (
    <ListTable
      caption="Cars in the file"
      query={query}
      view={view}
      rowKey={({ _id }) => _id}
      columns={isDense() ? denseColumns : roomyColumns}
      consoleOptions={{
        details: (row) => <RowDetails row={row} />,
        onNextError: job.counts.error > 0 ? (row) => void goToNextError(row) : undefined,
      }}
      empty={<EmptyState title="No cars in this file" />}
    />
  )
  const exported = (
    <ExportMenu list="listImportRows" params={{ id }} fileName="kerblight-import-rows" view={view} />
  )
  if (isDense())
    return (
      <>
        <Slot name="head">
          <div className="console-actions">{exported}</div>
        </Slot>
        {table}
      </>
    )
  return (
    <div className="import-rows">
      <div className="import-rows-head">{exported}</div>
      {table}
    </div>
  )
}

/** Returns a function that goes to the next row with an error, and wraps around after the last one. */
function useNextError(id: string) {
  const [read] = useLazyListImportRowsQuery()
  const [, setParams] = useSearchParams()

  async function firstFrom(from: number): Promise<ImportRow | undefined> {
    const response = await read({ params: { id }, query: { action: 'error', from, limit: 1 } })
    if (response.error) throw new ProblemFailure(toProblem(response.error))
    return flattenPages(response.data).items?.[0]
  }

  return async (row: ImportRow | undefined) => {
    try {
      const next = row && (await firstFrom(Number(row._id) + 1))
      const errorRow = next ?? (await firstFrom(0))
      if (!errorRow) return toast.info('No errors in this file')
      if (row && !next) toast.info('That was the last error. This is the first.')
      setParams({ [OPEN_PARAM]: errorRow._id }, { replace: true })
    } catch (error) {
      toast.error(toProblem(error).message)
    }
  }
}

const WARNINGS = 'Warnings'

interface RowFilter {
  action?: RowAction | undefined
  warned?: '1' | undefined
}

function listRowCounts({ counts, offLot, warnings }: CarImport): (readonly [word: string, count: number])[] {
  const rowCounts = { ...counts, 'off-lot': offLot }
  return [
    ...rowActions.map((action) => [rowActionLabels[action], rowCounts[action]] as const),
    [WARNINGS, warnings],
  ]
}

const words = Object.fromEntries([...Object.values(rowActionLabels), WARNINGS].map((word) => [word, word]))

function toRowFilter(word: string | null): RowFilter {
  if (word === WARNINGS) return { warned: '1' }
  const action = rowActions.find((one) => rowActionLabels[one] === word)
  return action ? { action } : {}
}

function totalOf({ counts, offLot }: Pick<CarImport, 'counts' | 'offLot'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, offLot)
}

type RowList = Omit<ListOf<'listImportRows'>, 'sort'> & { sort?: string | undefined }

/** Builds the list source for an import's rows, in the file's order. */
function rowList(id: string): ListSource<ImportRow, RowList> {
  const { listImportRows, getImport } = importsApi.endpoints
  const params = { id }
  return {
    endpoint: {
      initiate: ({ query }, options) => listImportRows.initiate({ params, query }, options),
      select: ({ query }) => listImportRows.select({ params, query }),
    },
    listOf: ({ facet, find }) => ({ q: toSearchText(find), ...toRowFilter(facet) }),
    counter: createListCounter(
      { initiate: () => getImport.initiate({ params }), select: () => getImport.select({ params }) },
      (list: RowList) => list,
      (job) => ({ facets: listRowCounts(job), total: totalOf(job) }),
    ),
    sortKeys: [],
    facet: { name: 'show', label: 'result', words },
  }
}
