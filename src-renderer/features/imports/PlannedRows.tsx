import { skipToken } from '@reduxjs/toolkit/query/react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { OPEN_PARAM } from '../../../contract/desktop-links.ts'
import { figure } from '../../../contract/figure.ts'
import type { CarImport, ImportRow } from '../../../contract/imports.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { ProblemFailure, toProblem } from '../../api/problem.ts'
import { ChoiceChip } from '../../ui/ChoiceChip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { isDense, useShownList } from '../../ui/placed/use-shown-list.ts'
import { Slot } from '../../ui/Slot.tsx'
import { toast } from '../../ui/toast.ts'
import { useLazyPlaceImportRowsQuery, useListImportRowsInfiniteQuery } from './imports.api.ts'
import { RowDetails } from './RowDetails.tsx'
import { denseColumns, roomyColumns } from './row-columns.tsx'
import { filterOf, rowSource, countsOf, totalOf } from './row-source.ts'
import './import-rows.css'

const PAGE_SIZE = 50

/** What becomes, or became, of each row of a file. */
export function PlannedRows({ job }: { job: CarImport }) {
  const { _id: id } = job
  const [params] = useSearchParams()
  const shown = params.get('show')
  const roomy = useListImportRowsInfiniteQuery(
    isDense() ? skipToken : { params: { id }, query: { ...filterOf(shown), limit: PAGE_SIZE } },
  )
  const source = useMemo(() => rowSource(id), [id])
  const { query, placed } = useShownList(source, roomy)
  const goToNextError = useNextError(id)

  const table = (
    <PagedTable
      caption="Cars in the file"
      query={query}
      placed={placed}
      rowKey={({ _id }) => _id}
      columns={isDense() ? denseColumns : roomyColumns}
      desk={{
        details: (row) => <RowDetails row={row} />,
        onNextError: job.counts.error > 0 ? (row) => void goToNextError(row) : undefined,
      }}
      empty={
        shown === null ? (
          <EmptyState title="No cars in this file" />
        ) : (
          <EmptyState title="None of these" text="Choose All to see every car of the file." />
        )
      }
    />
  )
  const exported = (
    <ExportMenu
      list="listImportRows"
      params={{ id }}
      fileName="kerblight-import-rows"
      query={{ ...filterOf(shown) }}
      placed={placed}
    />
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
      <div className="import-rows-head">
        <RowFilters job={job} shown={shown} />
        {exported}
      </div>
      {table}
    </div>
  )
}

/** Leads to the next row with an error, from the last to the first. */
function useNextError(id: string) {
  const [read] = useLazyPlaceImportRowsQuery()
  const [, setParams] = useSearchParams()

  async function firstFrom(from: number): Promise<ImportRow | undefined> {
    const answer = await read({ params: { id }, query: { action: 'error', from, limit: 1 } })
    if (answer.error) throw new ProblemFailure(toProblem(answer.error))
    return pagesOf(answer.data).items?.[0]
  }

  return async (row: ImportRow | undefined) => {
    try {
      const next = row && (await firstFrom(Number(row._id) + 1))
      const found = next ?? (await firstFrom(0))
      if (!found) return toast.info('No errors in this file')
      if (row && !next) toast.info('That was the last error. This is the first.')
      setParams({ [OPEN_PARAM]: found._id }, { replace: true })
    } catch (error) {
      toast.error(toProblem(error).message)
    }
  }
}

interface RowFiltersProps {
  job: CarImport
  /** The word of the kind that is shown; null for all. */
  shown: string | null
}

/** Which of the rows to show; kinds that there are none of are left out. */
function RowFilters({ job, shown }: RowFiltersProps) {
  const [, setParams] = useSearchParams()
  const kinds = countsOf(job).filter(([word, count]) => count > 0 || word === shown)
  const show = (word: string | null) => setParams(word === null ? {} : { show: word }, { replace: true })
  return (
    <div role="group" aria-label="Show by result" className="flex flex-wrap gap-2">
      <ChoiceChip
        label={`All ${figure(totalOf(job))}`}
        className="min-h-11!"
        isChosen={shown === null}
        onChoose={() => show(null)}
      />
      {kinds.map(([word, count]) => (
        <ChoiceChip
          key={word}
          label={`${word} ${figure(count)}`}
          className="min-h-11!"
          isChosen={word === shown}
          onChoose={() => show(word === shown ? null : word)}
        />
      ))}
    </div>
  )
}
