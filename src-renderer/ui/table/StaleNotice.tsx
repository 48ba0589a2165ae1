import { toProblem } from '../../api/problem.ts'
import { Button } from '../controls/Button.tsx'
import type { PagedQuery, RowsQuery } from './table-props.ts'
import { Notice } from '../controls/Notice.tsx'

export function StaleNotice({ query }: { query: RowsQuery<unknown> & Partial<PagedQuery<unknown>> }) {
  if (!query.data || !query.error) return null
  return (
    <Notice tone="warning" isAlert className="mt-4" title={toProblem(query.error).message}>
      <p>This list may be out of date.</p>
      <div>
        <Button
          variant="secondary"
          size="small"
          loading={query.isFetching}
          onClick={() => void (query.isFetchNextPageError ? query.fetchNextPage?.() : query.refetch())}
        >
          Try again
        </Button>
      </div>
    </Notice>
  )
}
