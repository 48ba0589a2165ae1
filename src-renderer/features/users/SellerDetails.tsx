import type { ReactNode } from 'react'
import { formatFees } from '../../../contract/all-in-price.ts'
import { formatDaysAgo } from '../../../contract/dates.ts'
import { formatNumber } from '../../../contract/number-format.ts'
import type { User } from '../../../contract/users.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { PanelFacts } from '../../ui/controls/PanelFacts.tsx'
import { Skeleton } from '../../ui/controls/Skeleton.tsx'
import { useCountAllCarsQuery } from '../cars/all-cars.api.ts'
import { useListReportsQuery } from '../reports/reports.api.ts'
import { useGetSellerFeesQuery } from '../seller-fees/seller-fees.api.ts'

interface SellerDetailsProps {
  user: User
  badge: ReactNode
  action: ReactNode
  record: ReactNode
}

/** Shows the facts that help an admin decide whether to trust a seller. */
export function SellerDetails({ user, badge, action, record }: SellerDetailsProps) {
  const { email, emailVerified, createdAt } = user
  const cars = useCountAllCarsQuery({ query: { seller: user._id } })
  const reports = useListReportsQuery({ query: { seller: email, limit: 1 } })
  const open = useListReportsQuery({ query: { seller: email, state: 'open', limit: 1 } })
  const inStates = cars.currentData

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {badge}
        {action}
      </div>
      <PanelFacts
        facts={[
          [
            'Cars on the market',
            <Known key="cars" of={cars} count={inStates && inStates.instock + inStates.reserved} />,
          ],
          ['Sold on Kerblight', <Known key="sold" of={cars} count={inStates?.sold} />],
          ['Sold elsewhere', <Known key="elsewhere" of={cars} count={inStates?.['sold-elsewhere']} />],
          [
            'Reports on their cars',
            <Known key="reports" of={reports} count={flattenPages(reports.currentData).total} />,
          ],
          ['Still open', <Known key="open" of={open} count={flattenPages(open.currentData).total} />],
          ['Fees in their prices', <FeesOf key="fees" sellerId={user._id} />],
          [
            'Account since',
            <span key="since">
              <DateText at={createdAt} /> ({formatDaysAgo(createdAt)})
            </span>,
          ],
          [
            'Email',
            <span key="email">
              <a href={`mailto:${email}`} className="text-link">
                <EmailText address={email} />
              </a>
              {emailVerified ? '' : ', unconfirmed'}
            </span>,
          ],
        ]}
      />
      {record}
    </div>
  )
}

function FeesOf({ sellerId }: { sellerId: string }) {
  const { currentData, isError } = useGetSellerFeesQuery({ query: { seller: sellerId } })
  if (!currentData) return isError ? 'Didn’t load' : <Skeleton className="h-4 w-8" />
  return formatFees(currentData.fees) || 'None'
}

interface KnownProps {
  of: { isError: boolean }
  count: number | null | undefined
}

function Known({ of: { isError }, count }: KnownProps) {
  if (count !== undefined && count !== null) return formatNumber(count)
  return isError ? 'Didn’t load' : <Skeleton className="h-4 w-8" />
}
