import { formatMoney, isPayable } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { useMe } from '../../session/use-session.ts'
import { getHeldDeposit } from '../../../contract/reservation.ts'
import { useCountUnreadMessagesQuery, useListMessagesInfiniteQuery } from '../messages/messages.api.ts'
import { purchasesApi } from '../purchases/purchases.api.ts'
import { myReportsApi } from '../reports/my-reports.api.ts'
import type { PagedQuery } from '../../ui/table/table-props.ts'
import { formatDeadline } from '../../ui/format-deadline.ts'
import { OverviewFrame, totalOnly, getRowTotal, type Action, type OverviewPart } from './OverviewFrame.tsx'

const MAX = 5

/** Options to refetch at each visit, because other users' actions change the data. */
const fresh = { refetchOnMountOrArgChange: true }

export function BuyerOverview(part: OverviewPart) {
  const { email } = useMe()
  const purchases = purchasesApi.useListPurchasesInfiniteQuery({ query: { email } }, fresh)
  const reports = myReportsApi.useListMyReportsQuery({ params: { email }, ...totalOnly }, fresh)
  const messages = useListMessagesInfiniteQuery(undefined, fresh)
  const unreadCount = useCountUnreadMessagesQuery()

  const toPay = flattenPages(purchases.data).items?.filter(isPayableNow) ?? []
  const unread = flattenPages(messages.data).items?.filter(({ read }) => !read) ?? []
  const actions: Action[] = [
    ...toPay.slice(0, MAX).map(paymentAction),
    ...unread.slice(0, MAX).map(({ _id, subject }) => ({
      key: _id,
      text: subject,
      label: 'Read notification',
      to: pages.messages.path,
    })),
  ]

  return (
    <OverviewFrame
      {...part}
      figures={[
        {
          label: 'On your purchase list',
          value: getRowTotal(purchases),
          hasFailed: purchases.isError,
          to: pages.purchases.path,
        },
        {
          label: 'Awaiting payment',
          value: countLoaded(purchases, isPayableNow),
          hasFailed: purchases.isError,
          to: pages.purchases.path,
        },
        {
          label: 'My reports',
          value: getRowTotal(reports),
          hasFailed: reports.isError,
          to: pages.myReports.path,
        },
        {
          label: 'New notifications',
          value: unreadCount.data?.count,
          hasFailed: unreadCount.isError,
          to: pages.messages.path,
        },
      ]}
      actions={actions}
      sources={[purchases, messages]}
      calmText="Cars to pay for and new notifications show up here."
    />
  )
}

function paymentAction(purchase: Purchase): Action {
  const { _id, carName, carPriceMinor } = purchase
  const deposit = getHeldDeposit(purchase)
  const amount = deposit ? purchase.remainingMinor : carPriceMinor
  return {
    key: _id,
    text: deposit
      ? `Pay the rest for your ${carName} until ${formatDeadline(deposit.reservedUntil)}`
      : `Finish paying for your ${carName}`,
    label: `Pay ${formatMoney(amount ?? 0)}`,
    to: pagePath('payment', { id: _id }),
  }
}

function isPayableNow({ state, available, carPriceMinor }: Purchase): boolean {
  const isOpen = state === 'unpaid' || state === 'paying'
  return isOpen && isPayable(carPriceMinor) && available !== 'sold' && available !== 'withdrawn'
}

/**
 * Counts the matching loaded rows. The result is text such as '3+' if more may follow, and undefined while
 * nothing is loaded.
 */
function countLoaded<Row>(
  { data, hasNextPage }: Pick<PagedQuery<Row>, 'data' | 'hasNextPage'>,
  fits: (row: Row) => boolean,
): number | string | undefined {
  const count = flattenPages(data).items?.filter(fits).length
  return count !== undefined && hasNextPage ? `${count}+` : count
}
