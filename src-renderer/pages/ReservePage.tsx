import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import type { Car } from '../../contract/cars/cars.ts'
import { DEFAULT_DEPOSIT_DAYS, type Deposit } from '../../contract/deposits.ts'
import { countOf } from '../../contract/figure.ts'
import { formatMoney } from '../../contract/money.ts'
import { pagePath, pages } from '../../contract/pages.ts'
import type { Purchase } from '../../contract/purchases.ts'
import { strings } from '../../contract/strings.ts'
import { toProblem } from '../api/problem.ts'
import { carsApi } from '../features/cars/cars.api.ts'
import { DepositLines } from '../features/deposits/DepositLines.tsx'
import { ReservationEnded } from '../features/deposits/ReservationEnded.tsx'
import { ReservationSteps } from '../features/deposits/ReservationSteps.tsx'
import { ReservedState } from '../features/deposits/ReservedState.tsx'
import { heldDeposit, offeredDeposit } from '../../contract/reservation.ts'
import { Checkout, type Charge } from '../features/payments/Checkout.tsx'
import { CarUnavailable } from '../features/payments/HoldProblem.tsx'
import { MeetSeller } from '../features/payments/MeetSeller.tsx'
import { NotOnTheList } from '../features/payments/NotOnTheList.tsx'
import { PaidState, RefundedState } from '../features/payments/PaidState.tsx'
import { PayInBrowser } from '../features/payments/PayInBrowser.tsx'
import { Settling } from '../features/payments/Settling.tsx'
import { purchasesApi } from '../features/purchases/purchases.api.ts'
import { platform } from '../platform/current.ts'
import { UnprovenNotice } from '../session/UnprovenNotice.tsx'
import { useMe } from '../session/use-session.ts'
import { Breadcrumb } from '../ui/controls/Breadcrumb.tsx'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { ErrorState } from '../ui/controls/ErrorState.tsx'
import { Notice } from '../ui/controls/Notice.tsx'
import { Loading, Skeleton } from '../ui/controls/Skeleton.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { PurchasedCar } from './PurchasedCar.tsx'

/**
 * Polling interval in milliseconds. Another window may pay or release the car. The page polls faster while a
 * payment settles.
 */
const WATCH_MS = 8_000
const SETTLE_MS = 1_500

/** The ID in the URL is a purchase-list item's. */
export function ReservePage() {
  const id = useParams().id ?? ''
  const [charge, setCharge] = useState<Charge>()
  const query = purchasesApi.useGetPurchaseQuery(
    { params: { id } },
    { refetchOnMountOrArgChange: true, pollingInterval: charge?.state === 'settling' ? SETTLE_MS : WATCH_MS },
  )
  const { currentData: purchase, isFetching, refetch } = query
  const carQuery = carsApi.useGetCarQuery(
    { params: { id: purchase?.carID ?? '' } },
    { skip: !purchase, refetchOnMountOrArgChange: true },
  )
  const car = carQuery.currentData
  const error = query.error ?? carQuery.error
  const title = purchase && `Reserve ${purchase.carName}`
  usePageTitle(title)

  function handleChanged() {
    void refetch()
    void carQuery.refetch()
  }

  if (!purchase || !car) {
    if (error && toProblem(error).status === 404) return <NotOnTheList />
    if (error) return <ErrorState error={error} onRetry={handleChanged} isRetrying={isFetching} />
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
        items={[{ label: strings.menu.purchases, to: pages.purchases.path }, { label: pages.reserve.title }]}
      />
      <h1 className="text-lead font-bold wrap-anywhere">{title}</h1>
      <Card className="flex flex-col gap-6 p-5 sm:p-6">
        <PurchasedCar purchase={purchase} />
        <hr className="border-line" />
        <ReserveStep
          key={purchase._id}
          purchase={purchase}
          car={car}
          charge={charge}
          requestedAt={isFetching ? 0 : (query.startedTimeStamp ?? 0)}
          onChanged={handleChanged}
          onCharge={setCharge}
        />
      </Card>
    </div>
  )
}

interface ReserveStepProps {
  purchase: Purchase
  car: Car
  charge: Charge | undefined
  requestedAt: number
  onChanged: () => void
  onCharge: (charge: Charge) => void
}

function ReserveStep({ purchase, car, charge, ...checkout }: ReserveStepProps) {
  const { mayTrade } = useMe()
  const deposit = heldDeposit(purchase)
  const offered = offeredDeposit(car)
  const [seen, setSeen] = useState<Deposit | null>(null)
  if (deposit && deposit.reservedUntil !== seen?.reservedUntil) setSeen(deposit)

  if (purchase.state === 'refunded' || purchase.refundState !== 'none')
    return <RefundedState purchase={purchase} />
  if (purchase.state === 'paid') return <PaidState purchase={purchase} isFresh={false} />
  if (deposit)
    return (
      <ReservedState
        purchase={purchase}
        deposit={deposit}
        isFresh={charge !== undefined}
        contact={<MeetSeller purchase={withContact(purchase, car)} />}
      />
    )
  if (seen) return <ReservationEnded purchase={purchase} deposit={seen} />
  if (charge?.state === 'refunded')
    return <RefundedState purchase={purchase} transactionID={charge.transactionID} />
  if (charge) return <Settling />
  if (purchase.available === 'sold' || purchase.available === 'withdrawn') return <CarUnavailable />
  if (offered === null) return <NoDeposit purchase={purchase} />
  const days = countOf(car.depositDays ?? DEFAULT_DEPOSIT_DAYS, 'day')
  const price = car.priceMinor ?? 0
  return (
    <>
      <DepositLines price={price} deposit={offered} />
      <ReservationSteps
        deposit={formatMoney(offered)}
        rest={formatMoney(price - offered)}
        period={`for ${days}`}
      />
      <hr className="border-line" />
      <UnprovenNotice waits="Until then, we can’t reserve the car for you or take a payment." />
      {mayTrade && <PayDeposit purchase={purchase} depositMinor={offered} {...checkout} />}
    </>
  )
}

/** Adds the contact details of the listing: a reserved purchase does not include the seller's email address. */
function withContact(purchase: Purchase, { sellerEmail, selllerContact }: Car): Purchase {
  return {
    ...purchase,
    ...(sellerEmail !== undefined && { sellerEmail }),
    ...(selllerContact !== undefined && { selllerContact }),
  }
}

function PayDeposit({
  purchase,
  ...checkout
}: Omit<ReserveStepProps, 'car' | 'charge'> & { depositMinor: number }) {
  const navigate = useNavigate()
  if (!platform.can.checkout) return <PayInBrowser path={pagePath('reserve', { id: purchase._id })} />
  return <Checkout purchase={purchase} {...checkout} onCancel={() => void navigate(pages.purchases.path)} />
}

function NoDeposit({ purchase }: { purchase: Purchase }) {
  return (
    <Notice tone="warning" isAlert title="This car can’t be reserved for a deposit now">
      <p>The seller takes no deposit for it, or the rest can’t be paid by card. You weren’t charged.</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton size="small" to={pagePath('payment', { id: purchase._id })}>
          Pay the full price
        </LinkButton>
        <LinkButton size="small" variant="secondary" to={pages.purchases.path}>
          Back to your list
        </LinkButton>
      </div>
    </Notice>
  )
}
