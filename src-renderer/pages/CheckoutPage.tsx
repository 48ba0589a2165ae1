import { useState, type ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { pagePath, pages } from '../../contract/pages.ts'
import type { Purchase } from '../../contract/purchases.ts'
import { strings } from '../../contract/strings.ts'
import { toProblem } from '../api/problem.ts'
import { Checkout, type Charge } from '../features/payments/Checkout.tsx'
import { CarUnavailable } from '../features/payments/HoldProblem.tsx'
import { NotOnTheList } from '../features/payments/NotOnTheList.tsx'
import { PaidState, RefundedState } from '../features/payments/PaidState.tsx'
import { PayInBrowser } from '../features/payments/PayInBrowser.tsx'
import { Settling } from '../features/payments/Settling.tsx'
import { purchasesApi } from '../features/purchases/purchases.api.ts'
import { platform } from '../platform/current.ts'
import { UnconfirmedNotice } from '../session/UnconfirmedNotice.tsx'
import { useMe } from '../session/use-session.ts'
import { Breadcrumb } from '../ui/controls/Breadcrumb.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { ErrorState } from '../ui/controls/ErrorState.tsx'
import { Loading, Skeleton } from '../ui/controls/Skeleton.tsx'
import { usePageTitle } from '../ui/page-title.ts'

/**
 * Polling interval in milliseconds. Another window may pay for or release the car. The page polls faster while
 * a payment settles.
 */
const WATCH_MS = 8_000
const SETTLE_MS = 1_500

export interface CheckoutStep {
  purchase: Purchase
  /** The charge of the buyer's card on this page, if any. */
  charge: Charge | undefined
  requestedAt: number
  onChanged: () => void
  onCharge: (charge: Charge) => void
}

interface CheckoutPageProps {
  breadcrumb: string
  titleOf: (purchase: Purchase) => string
  children: (step: CheckoutStep) => ReactNode
}

/** Loads the purchase-list item whose ID is in the URL, and frames the card on which its buyer pays. */
export function CheckoutPage({ breadcrumb, titleOf, children }: CheckoutPageProps) {
  const id = useParams().id ?? ''
  const [charge, setCharge] = useState<Charge>()
  const query = purchasesApi.useGetPurchaseQuery(
    { params: { id } },
    { refetchOnMountOrArgChange: true, pollingInterval: charge?.state === 'settling' ? SETTLE_MS : WATCH_MS },
  )
  const { currentData: purchase, error, isFetching, refetch } = query
  const title = purchase && titleOf(purchase)
  usePageTitle(title)

  if (!purchase) {
    if (error && toProblem(error).status === 404) return <NotOnTheList />
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    return (
      <Loading className="flex flex-col gap-4">
        <Skeleton className="h-8 w-full max-w-100" />
        <Skeleton className="h-60 w-full max-w-160" />
      </Loading>
    )
  }
  return (
    <div className="flex max-w-160 flex-col gap-5">
      <Breadcrumb
        items={[{ label: strings.menu.purchases, to: pages.purchases.path }, { label: breadcrumb }]}
      />
      <h1 className="text-lead font-bold wrap-anywhere">{title}</h1>
      <Card key={purchase._id} className="flex flex-col gap-6 p-5 sm:p-6">
        {children({
          purchase,
          charge,
          requestedAt: isFetching ? 0 : (query.startedTimeStamp ?? 0),
          onChanged: () => void refetch(),
          onCharge: setCharge,
        })}
      </Card>
    </div>
  )
}

/** Shows that the purchase is refunded or paid, or returns null if it is neither. */
export function renderPaidOrRefunded({ purchase, charge }: CheckoutStep): ReactNode {
  if (purchase.state === 'refunded' || purchase.refundState !== 'none')
    return <RefundedState purchase={purchase} />
  if (purchase.state !== 'paid') return null
  const hasJustPaid = charge !== undefined && charge.state !== 'reserved'
  return <PaidState purchase={purchase} isFresh={hasJustPaid} />
}

/** Shows the outcome of a charge, or that the car is gone. Returns null if the buyer can still pay. */
export function renderOutcome({ purchase, charge }: CheckoutStep): ReactNode {
  if (charge?.state === 'refunded')
    return <RefundedState purchase={purchase} transactionID={charge.transactionID} />
  if (charge) return <Settling />
  const isGone = purchase.available === 'sold' || purchase.available === 'withdrawn'
  return isGone ? <CarUnavailable /> : null
}

interface PayByCardProps extends CheckoutStep {
  page: 'payment' | 'reserve'
  /** A sentence about what is unavailable until the buyer's email address is confirmed. */
  waits: string
  depositMinor?: number
}

/** Takes the card payment of a buyer whose email address is confirmed. */
export function PayByCard({ page, waits, ...checkout }: PayByCardProps) {
  const { mayTrade } = useMe()
  const navigate = useNavigate()
  return (
    <>
      <UnconfirmedNotice waits={waits} />
      {!mayTrade ? null : platform.can.checkout ? (
        <Checkout {...checkout} onCancel={() => void navigate(pages.purchases.path)} />
      ) : (
        <PayInBrowser path={pagePath(page, { id: checkout.purchase._id })} />
      )}
    </>
  )
}
