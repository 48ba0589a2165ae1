import { reasonLabel, type Report } from '../../../contract/reports.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { countOf } from '../../ui/count-of.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useListReportsInfiniteQuery } from './reports.api.ts'
import { ReportState } from './ReportState.tsx'

/** So many are named; of more, the number tells enough. */
const SHOWN = 4

/** What else was said of the same seller's listings. */
export function OtherReports({ report }: { report: Report }) {
  const { sellerEmail } = report.reportedItemInfo
  // One more: the report itself may be among the newest.
  const { currentData, isError } = useListReportsInfiniteQuery({
    query: { seller: sellerEmail, limit: SHOWN + 1 },
  })
  const { items, total } = pagesOf(currentData)
  if (isError) return <p className="text-small text-muted">The seller’s other reports didn’t load.</p>
  if (!items) return <Skeleton className="appear-late h-6 max-w-72" />

  const others = items.filter(({ _id }) => _id !== report._id).slice(0, SHOWN)
  const count = (total ?? items.length) - 1
  if (count <= 0) return <p className="text-small text-muted">No other reports on this seller’s listings.</p>
  return (
    <section aria-label="Other reports on this seller">
      <p className="text-small font-semibold">{countOf(count, 'other report')} on this seller’s listings</p>
      <ul className="mt-1 flex flex-col gap-1 text-small">
        {others.map(({ _id, reason, state, reportedItemInfo }) => (
          <li key={_id} className="flex flex-wrap items-center gap-x-2">
            <span className="min-w-0 wrap-anywhere">
              {reasonLabel(reason)}: {reportedItemInfo.carName}
            </span>
            <ReportState state={state} />
          </li>
        ))}
        {count > others.length && (
          <li className="text-muted">and {(count - others.length).toLocaleString('en-US')} more</li>
        )}
      </ul>
    </section>
  )
}
