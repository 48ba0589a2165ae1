import type { ReactNode } from 'react'
import { formatNumber, formatCount } from '../../../contract/number-format.ts'
import { rowPath } from '../../../contract/desktop/desktop-links.ts'

import { pages } from '../../../contract/pages.ts'
import { getReasonLabel, type Report } from '../../../contract/reports.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { Skeleton } from '../../ui/controls/Skeleton.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { useListReportsQuery } from './reports.api.ts'
import { ReportState } from './ReportState.tsx'

/** Maximum number of reports listed. */
const MAX_SHOWN_REPORTS = 4

interface OtherReportsProps {
  sellerEmail: string
  /** The report being viewed, which is excluded. */
  excludedReport?: Report
  /** True to link each report to its position in the list. False while a decision is in progress. */
  isLinked?: boolean
}

export function OtherReports({ sellerEmail, excludedReport, isLinked = false }: OtherReportsProps) {
  // One extra, because the viewed report may be among the newest.
  const { currentData, isError } = useListReportsQuery({
    query: { seller: sellerEmail, limit: MAX_SHOWN_REPORTS + 1 },
  })
  const { items, total } = flattenPages(currentData)
  const kind = excludedReport ? 'other report' : 'report'
  if (isError) return <p className="text-small text-muted">The seller’s {kind}s didn’t load.</p>
  if (!items) return <Skeleton className="appear-late h-6 max-w-72" />

  const otherReports = items.filter(({ _id }) => _id !== excludedReport?._id).slice(0, MAX_SHOWN_REPORTS)
  const count = (total ?? items.length) - (excludedReport ? 1 : 0)
  if (count <= 0) return <p className="text-small text-muted">No {kind}s on this seller’s listings.</p>
  return (
    <section aria-label={`${excludedReport ? 'Other reports' : 'Reports'} on this seller`}>
      <p className="text-small font-semibold">{formatCount(count, kind)} on this seller’s listings</p>
      <ul className="mt-1 flex flex-col gap-1 text-small">
        {otherReports.map(({ _id, reason, state, reportedItemInfo }) => (
          <li key={_id} className="flex flex-wrap items-center gap-x-2">
            <Named to={isLinked && rowPath(pages.reports.path, _id)}>
              {getReasonLabel(reason)}: {reportedItemInfo.carName}
            </Named>
            <ReportState state={state} />
          </li>
        ))}
        {count > otherReports.length && (
          <li className="text-muted">and {formatNumber(count - otherReports.length)} more</li>
        )}
      </ul>
    </section>
  )
}

function Named({ to, children }: { to: string | false; children: ReactNode }) {
  const linkClasses = 'min-w-0 wrap-anywhere'
  return to ? (
    <TextLink to={to} className={linkClasses}>
      {children}
    </TextLink>
  ) : (
    <span className={linkClasses}>{children}</span>
  )
}
