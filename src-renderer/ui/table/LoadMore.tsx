import { figure } from '../../../contract/figure.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../controls/Button.tsx'

interface LoadMoreProps {
  shown: number
  /** How many there are, where the server said so. */
  total: number | null
  /** How many come next, where there are as many. */
  pageSize?: number
  hasMore: boolean
  isLoading: boolean
  /** Why the last page did not come. */
  error: unknown
  onLoadMore: () => void
}

/** Below a list that comes in pages: how much of it is here, and the rest on request. */
export function LoadMore({ shown, total, pageSize, hasMore, isLoading, error, onLoadMore }: LoadMoreProps) {
  if (!hasMore) return null
  return (
    <div className="flex flex-col items-center gap-3 py-6">
      <p className="text-small text-muted" role="status">
        Showing {figure(shown)}
        {total !== null && ` of ${figure(total)}`}
      </p>
      {error !== undefined && !isLoading && (
        <p role="alert" className="text-small text-danger">
          {toProblem(error).message}
        </p>
      )}
      <Button variant="secondary" loading={isLoading} onClick={onLoadMore}>
        {pageSize !== undefined && total !== null && total > shown
          ? `Show ${figure(Math.min(pageSize, total - shown))} more`
          : 'Show more'}
      </Button>
    </div>
  )
}
