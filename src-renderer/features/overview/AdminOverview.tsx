import { useId } from 'react'
import { formatMoney } from '../../../contract/money.ts'
import { rowPath } from '../../../contract/desktop/desktop-links.ts'
import { pages } from '../../../contract/pages.ts'
import { reportTitle } from '../../../contract/reports.ts'
import type { SetupProblem } from '../../../contract/config.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { Notice } from '../../ui/controls/Notice.tsx'
import { useListAllCarsQuery } from '../cars/all-cars.api.ts'
import { useListPaymentsQuery } from '../payments/payments.api.ts'
import { useListReportsQuery } from '../reports/reports.api.ts'
import { useListSellersQuery, useListUsersQuery } from '../users/users.api.ts'
import { OverviewFrame, totalOnly, totalOf, type Action, type OverviewPart } from './OverviewFrame.tsx'
import { SalesChart } from './SalesChart.tsx'
import { useListSetupProblemsQuery } from './setup.api.ts'

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
  const sellers = useListSellersQuery({ query: { badge: 'unverified', limit: MAX } }, fresh)

  const failedRefunds = pagesOf(refunds.data).items ?? []
  const openReports = pagesOf(reports.data).items ?? []
  const unverified = pagesOf(sellers.data).items ?? []

  const actions: Action[] = [
    ...failedRefunds.map(({ _id, amount, carName, buyerEmail }) => ({
      key: _id,
      text: `The ${formatMoney(amount)} refund to ${buyerEmail} for ${carName} failed`,
      label: 'View payments',
      to: pages.payments.path,
    })),
    ...openReports.map(({ _id, reason, reportedItemInfo: { carName } }) => ({
      key: _id,
      text: `${reportTitle(reason)}: ${carName}`,
      label: 'Review',
      to: rowPath(pages.reports.path, _id),
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
        { label: 'Cars', value: totalOf(cars), hasFailed: cars.isError, to: pages.manageCars.path },
        { label: 'Users', value: totalOf(users), hasFailed: users.isError, to: pages.allUsers.path },
        {
          label: 'Open reports',
          value: totalOf(reports),
          hasFailed: reports.isError,
          to: pages.reports.path,
        },
        { label: 'Payments', value: totalOf(payments), hasFailed: payments.isError, to: pages.payments.path },
      ]}
      actions={actions}
      sources={[reports, refunds, sellers]}
      calmText="Open reports, failed refunds, and sellers to verify show up here."
      chart={<SalesChart isMine={false} as={part.title ? 'h3' : 'h2'} />}
    />
  )
  return (
    <div className="flex flex-col gap-6">
      <SetupNotices />
      {overview}
    </div>
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
