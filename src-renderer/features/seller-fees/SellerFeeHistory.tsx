import { DateText } from '../../ui/controls/DateText.tsx'
import { ErrorState } from '../../ui/controls/ErrorState.tsx'
import { Skeleton } from '../../ui/controls/Skeleton.tsx'
import { useListSellerFeeChangesQuery } from './seller-fees.api.ts'

/** Lists who changed the seller's fees, and when. A seller who never had fees sees nothing. */
export function SellerFeeHistory() {
  const { data, error, isFetching, refetch } = useListSellerFeeChangesQuery({ query: {} })
  if (!data && error)
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <Skeleton className="h-11 w-full" />
  if (data.length === 0) return null
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-badge">
        <span className="text-link">Changes to your fees</span>
      </summary>
      <ol aria-label="Changes to your fees" className="grid gap-3">
        {data.map(({ at, by, before, after }) => (
          <li key={at} className="wrap-anywhere">
            <p className="text-small text-muted">
              <DateText at={at} hasTime /> by {by || 'a deleted user'}
            </p>
            <p>Before: {before}</p>
            <p>After: {after}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}
