import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { dayMonthYear } from '../../contract/dates.ts'
import { notPayableReason } from '../../contract/money.ts'
import { pagePath, pages } from '../../contract/pages.ts'
import type { Purchase } from '../../contract/purchases.ts'
import { strings } from '../../contract/strings.ts'
import { toProblem } from '../api/problem.ts'
import { serverNow } from '../api/server-clock.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { UnprovenNotice } from '../session/UnprovenNotice.tsx'
import { useMe } from '../session/use-session.ts'
import { RestLines } from '../features/deposits/RestLines.tsx'
import { amountDue, heldDeposit } from '../../contract/reservation.ts'
import { Checkout, type Charge } from '../features/payments/Checkout.tsx'
import { Facts } from '../features/payments/Facts.tsx'
import { CarUnavailable, NotPayable } from '../features/payments/HoldProblem.tsx'
import { NotOnTheList } from '../features/payments/NotOnTheList.tsx'
import { PaidState, RefundedState } from '../features/payments/PaidState.tsx'
import { PayInBrowser } from '../features/payments/PayInBrowser.tsx'
import { Settling } from '../features/payments/Settling.tsx'
import { purchasesApi } from '../features/purchases/purchases.api.ts'
import { platform } from '../platform/current.ts'
import { Breadcrumb } from '../ui/controls/Breadcrumb.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { ErrorState } from '../ui/controls/ErrorState.tsx'
import { priceLabel, Price } from '../ui/controls/Price.tsx'
import { Loading, Skeleton } from '../ui/controls/Skeleton.tsx'
import { TextLink } from '../ui/controls/TextLink.tsx'
import { PriceWas, shownChange } from '../ui/controls/PriceWas.tsx'
import { PurchasedCar } from './PurchasedCar.tsx'

/**
 * Polling interval in milliseconds. Another window may pay for or release the car. The page polls
 * faster while a payment settles.
 */
const WATCH_MS = 8_000
const SETTLE_MS = 1_500

/** The ID in the URL is a purchase-list item's. */
export function PaymentPage() {
  const id = useParams().id ?? ''
  const [charge, setCharge] = useState<Charge>()
  const query = purchasesApi.useGetPurchaseQuery(
    { params: { id } },
    { refetchOnMountOrArgChange: true, pollingInterval: charge?.state === 'settling' ? SETTLE_MS : WATCH_MS },
  )
  const { currentData: purchase, error, isFetching, refetch } = query
  const title =
    purchase &&
    strings.payment.title(purchase.carModelName, priceLabel(amountDue(purchase), purchase.sellingPrice))
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
  const deposit = heldDeposit(purchase)
  return (
    <div className="flex max-w-160 flex-col gap-5">
      <Breadcrumb
        items={[{ label: strings.menu.purchases, to: pages.purchases.path }, { label: 'Payment' }]}
      />
      <h1 className="text-lead font-bold wrap-anywhere">{title}</h1>
      <Card className="flex flex-col gap-6 p-5 sm:p-6">
        <PurchasedCar purchase={purchase}>
          {purchase.state === 'paid' || deposit ? null : <Total purchase={purchase} />}
        </PurchasedCar>
        {deposit && <RestLines purchase={purchase} deposit={deposit} />}
        <hr className="border-line" />
        <PaymentStep
          key={purchase._id}
          purchase={purchase}
          charge={charge}
          requestedAt={isFetching ? 0 : (query.startedTimeStamp ?? 0)}
          onChanged={() => void refetch()}
          onCharge={setCharge}
        />
        <hr className="border-line" />
        <Facts
          facts={[
            ['Buyer email', purchase.buyerEmail],
            ['Buyer contact', purchase.buyerContact],
            // This device's clock may be wrong.
            ['Date', dayMonthYear(serverNow())],
          ]}
        />
      </Card>
    </div>
  )
}

function Total({ purchase }: { purchase: Purchase }) {
  const { priceMinor, sellingPrice, carPriceMinor } = purchase
  const change = priceMinor === carPriceMinor ? shownChange(purchase.carPriceChange) : null
  return (
    <>
      <p className="text-h3 font-heavy">
        <span className="sr-only">Total </span>
        <Price minor={priceMinor} text={sellingPrice} />
      </p>
      {change && (
        <p>
          <PriceWas change={change} />
        </p>
      )}
      <p className="text-small text-muted">
        No fees added. Full refund if the sale can’t go through (
        <TextLink to={pages.terms.path}>Terms</TextLink>).
      </p>
    </>
  )
}

interface PaymentStepProps {
  purchase: Purchase
  charge: Charge | undefined
  requestedAt: number
  onChanged: () => void
  onCharge: (charge: Charge) => void
}

function PaymentStep({ purchase, charge, ...checkout }: PaymentStepProps) {
  const { mayTrade } = useMe()

  if (purchase.state === 'refunded' || purchase.refundState !== 'none')
    return <RefundedState purchase={purchase} />
  if (purchase.state === 'paid') return <PaidState purchase={purchase} isFresh={charge !== undefined} />
  if (charge?.state === 'refunded')
    return <RefundedState purchase={purchase} transactionID={charge.transactionID} />
  if (charge) return <Settling />
  if (purchase.available === 'sold' || purchase.available === 'withdrawn') return <CarUnavailable />
  const unpayableReason = notPayableReason(purchase.carPriceMinor)
  if (unpayableReason) return <NotPayable reason={unpayableReason} />
  return (
    <>
      <UnprovenNotice waits="Until then, we can’t hold the car for you or take a payment." />
      {mayTrade && <PayNow purchase={purchase} {...checkout} />}
    </>
  )
}

function PayNow({ purchase, ...checkout }: Omit<PaymentStepProps, 'charge'>) {
  const navigate = useNavigate()
  if (!platform.can.checkout) return <PayInBrowser path={pagePath('payment', { id: purchase._id })} />
  return <Checkout purchase={purchase} {...checkout} onCancel={() => void navigate(pages.purchases.path)} />
}
