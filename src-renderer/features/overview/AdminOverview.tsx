import {
  closedDisputeStates,
  disputePath,
  disputeStates,
  isAnswerable,
  type DisputeState,
} from '../../../contract/disputes.ts'
import { useId } from 'react'
import { formatMoney } from '../../../contract/money.ts'
import { rowPath } from '../../../contract/desktop/desktop-links.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { getReportTitle } from '../../../contract/reports.ts'
import type { SetupProblem } from '../../../contract/config.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { Notice } from '../../ui/controls/Notice.tsx'
import { getServerTime } from '../../api/server-clock.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import { useListAllCarsQuery } from '../cars/all-cars.api.ts'
import { useCountDealsQuery, useListDealsQuery } from '../deals/all-deals.api.ts'
import { useCountDisputesQuery, useListDisputesInfiniteQuery } from '../disputes/disputes.api.ts'
import { useListPaymentsQuery } from '../payments/payments.api.ts'
import { useListPhotoMatchesQuery } from '../photos/photo-matches.api.ts'
import { useListReportsQuery } from '../reports/reports.api.ts'
import { useListSellersQuery, useListUsersQuery } from '../users/users.api.ts'
import { OverviewFrame, totalOnly, getRowTotal, type Action, type OverviewPart } from './OverviewFrame.tsx'
import { SalesChart } from './SalesChart.tsx'
import { useListJobsQuery, useListSetupProblemsQuery } from './setup.api.ts'

const states: Record<SetupProblem['kind'], string> = {
  wrong: 'doesn’t work',
  unreachable: 'couldn’t be checked',
}

const MAX = 5

/** Options to refetch at each visit, because other users' actions change the data. */
const fresh = { refetchOnMountOrArgChange: true }

export function AdminOverview(part: OverviewPart) {
  const cars = useListAllCarsQuery(totalOnly, fresh)
  const users = useListUsersQuery(totalOnly, fresh)
  const payments = useListPaymentsQuery(totalOnly, fresh)
  const refunds = useListPaymentsQuery({ query: { state: 'refund-failed', limit: MAX } }, fresh)
  const reports = useListReportsQuery({ query: { state: 'open', limit: MAX } }, fresh)
  const photoMatches = useListPhotoMatchesQuery(undefined, fresh)
  const sellers = useListSellersQuery({ query: { badge: 'unverified', limit: MAX } }, fresh)
  const dealCounts = useCountDealsQuery({ query: {} }, fresh)
  const problemDeals = useListDealsQuery({ query: { state: 'problem', limit: MAX } }, fresh)
  const disputeCounts = useCountDisputesQuery({}, fresh)
  const disputes = useListDisputesInfiniteQuery({ query: { limit: MAX } }, fresh)

  const problems = flattenPages(problemDeals.data).items ?? []
  const unanswered = flattenPages(disputes.data).items?.filter(isAnswerable) ?? []
  const failedRefunds = flattenPages(refunds.data).items ?? []
  const openReports = flattenPages(reports.data).items ?? []
  const matches = photoMatches.data?.pairs.slice(0, MAX) ?? []
  const unverified = flattenPages(sellers.data).items ?? []

  const actions: Action[] = [
    ...unanswered.map(({ _id, amount, carName, dueBy }) => ({
      key: _id,
      text: (
        <>
          {carName}: the buyer disputes {formatMoney(amount)}
          {dueBy && (
            <>
              . Submit the evidence by <DateText at={dueBy} hasTime />
            </>
          )}
        </>
      ),
      label: 'Check evidence',
      to: disputePath(_id),
    })),
    ...problems.map(({ _id, carName, buyerName, sellerName }) => ({
      key: _id,
      text: `${carName}: a problem between ${buyerName} and ${sellerName} waits for a decision`,
      label: 'Decide',
      to: pagePath('deal', { id: _id }),
    })),
    ...failedRefunds.map(({ _id, amount, carName, buyerEmail }) => ({
      key: _id,
      text: `The ${formatMoney(amount)} refund to ${buyerEmail} for ${carName} failed`,
      label: 'View payments',
      to: pages.payments.path,
    })),
    ...openReports.map(({ _id, reason, reportedItemInfo: { carName } }) => ({
      key: _id,
      text: `${getReportTitle(reason)}: ${carName}`,
      label: 'Review',
      to: rowPath(pages.reports.path, _id),
    })),
    ...matches.map(({ cars: [first, second] }) => ({
      key: `${first._id} ${second._id}`,
      text: `Same photo: ${first.carName} and ${second.carName}`,
      label: 'Compare',
      to: pages.reports.path,
    })),
    ...unverified.map(({ _id, fullName }) => ({
      key: _id,
      text: `${fullName} isn’t verified yet`,
      label: 'Review seller',
      to: rowPath(pages.allSellers.path, _id),
    })),
  ]

  const overview = (
    <OverviewFrame
      {...part}
      figures={[
        { label: 'Cars', value: getRowTotal(cars), hasFailed: cars.isError, to: pages.manageCars.path },
        { label: 'Users', value: getRowTotal(users), hasFailed: users.isError, to: pages.allUsers.path },
        {
          label: 'Open reports',
          value: getRowTotal(reports),
          hasFailed: reports.isError,
          to: pages.reports.path,
        },
        {
          label: 'Open problems',
          value: dealCounts.data?.problem,
          hasFailed: dealCounts.isError,
          to: `${pages.deals.path}?state=problem`,
        },
        {
          label: 'Open disputes',
          value: disputeCounts.data && countOpen(disputeCounts.data),
          hasFailed: disputeCounts.isError,
          to: pages.disputes.path,
        },
        {
          label: 'Payments',
          value: getRowTotal(payments),
          hasFailed: payments.isError,
          to: pages.payments.path,
        },
      ]}
      actions={actions}
      sources={[disputes, problemDeals, reports, photoMatches, refunds, sellers]}
      calmText="Disputes, reported problems, open reports, failed refunds, copied photos, and sellers to verify show up here."
      chart={<SalesChart isMine={false} as={part.title ? 'h3' : 'h2'} />}
    />
  )
  return (
    <div className="flex flex-col gap-6">
      <SetupNotices />
      <DealsJob />
      {overview}
    </div>
  )
}

function countOpen(counts: Record<DisputeState, number>): number {
  const openStates = disputeStates.filter((state) => !closedDisputeStates.includes(state))
  return openStates.reduce((sum, state) => sum + counts[state], 0)
}

/** The time in milliseconds without a successful run of the deals job before admins are warned. */
const LATE_MS = 10 * 60_000

/** Shows when the server last processed the deals, and warns if it fails to. */
function DealsJob() {
  const { data } = useListJobsQuery(undefined, { refetchOnMountOrArgChange: true, pollingInterval: 60_000 })
  const job = data?.find(({ name }) => name === 'deals')
  if (!job?.lastRunAt) return null
  const { lastSuccessAt } = job
  if (lastSuccessAt && getServerTime() - Date.parse(lastSuccessAt) < LATE_MS)
    return (
      <p className="-mb-2 text-small text-muted">
        Deals, payouts, and reminders last processed <DateText at={lastSuccessAt} hasTime />
      </p>
    )
  return (
    <Notice tone="warning" title="Deals aren’t being processed">
      <p>
        {lastSuccessAt ? (
          <>
            The last successful run was <DateText at={lastSuccessAt} hasTime />.
          </>
        ) : (
          'No run has succeeded since the server started.'
        )}{' '}
        Payouts and reminders wait. The server tries again automatically; its log has the reason.
      </p>
    </Notice>
  )
}

function SetupNotices() {
  const id = useId()
  const { data = [] } = useListSetupProblemsQuery(undefined, { refetchOnMountOrArgChange: true })
  if (data.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="sr-only">
        Settings to fix
      </h2>
      <ul className="flex flex-col gap-3">
        {data.map(({ setting, kind, message, advice }) => (
          <li key={setting}>
            <Notice
              tone={kind === 'wrong' ? 'danger' : 'warning'}
              title={
                <>
                  <code className="wrap-anywhere">{setting}</code> {states[kind]}
                </>
              }
            >
              <p className="max-w-[68ch] wrap-anywhere">{message}</p>
              <p className="max-w-[68ch] wrap-anywhere">{advice}</p>
            </Notice>
          </li>
        ))}
      </ul>
    </section>
  )
}
