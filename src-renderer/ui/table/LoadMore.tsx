import { formatNumber } from '../../../contract/number-format.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../controls/Button.tsx'

interface LoadMoreProps {
  shown: number
  /** Total number of rows, if the server returned it. */
  total: number | null
  pageSize?: number
  hasMore: boolean
  isLoading: boolean
  error: unknown
  onLoadMore: () => void
}

/** Shows how much of a list is loaded, and a button that loads more. */
export function LoadMore({ shown, total, pageSize, hasMore, isLoading, error, onLoadMore }: LoadMoreProps) {
  if (!hasMore) return null
  return (
    <div className="flex flex-col items-center gap-3 py-6">
      <p className="text-small text-muted" role="status">
        Showing {formatNumber(shown)}
        {total !== null && ` of ${formatNumber(total)}`}
      </p>
      {error !== undefined && !isLoading && (
        <p role="alert" className="text-small text-danger">
          {toProblem(error).message}
        </p>
      )}
      <Button variant="secondary" loading={isLoading} onClick={onLoadMore}>
        {pageSize !== undefined && total !== null && total > shown
          ? `Show ${formatNumber(Math.min(pageSize, total - shown))} more`
          : 'Show more'}
      </Button>
    </div>
  )
}
