import { useState } from 'react'
import type { Car } from '../../contract/cars/cars.ts'
import { DEFAULT_DEPOSIT_DAYS, type Deposit } from '../../contract/deposits.ts'
import { formatCount } from '../../contract/number-format.ts'
import { formatMoney } from '../../contract/money.ts'
import { pagePath, pages } from '../../contract/pages.ts'
import type { Purchase } from '../../contract/purchases.ts'
import { getHeldDeposit, getOfferedDeposit } from '../../contract/reservation.ts'
import { carsApi } from '../features/cars/cars.api.ts'
import { DepositLines } from '../features/deposits/DepositLines.tsx'
import { ReservationEnded } from '../features/deposits/ReservationEnded.tsx'
import { ReservationSteps } from '../features/deposits/ReservationSteps.tsx'
import { ReservedState } from '../features/deposits/ReservedState.tsx'
import { MeetSeller } from '../features/payments/MeetSeller.tsx'
import { LinkButton } from '../ui/controls/Button.tsx'
import { ErrorState } from '../ui/controls/ErrorState.tsx'
import { IncludedFees } from '../ui/controls/IncludedFees.tsx'
import { Notice } from '../ui/controls/Notice.tsx'
import { Loading, Skeleton } from '../ui/controls/Skeleton.tsx'
import {
  CheckoutPage,
  PayByCard,
  renderOutcome,
  renderPaidOrRefunded,
  type CheckoutStep,
} from './CheckoutPage.tsx'
import { PurchasedCar } from './PurchasedCar.tsx'

export function ReservePage() {
  return (
    <CheckoutPage breadcrumb={pages.reserve.title} titleOf={({ carName }) => `Reserve ${carName}`}>
      {(step) => (
        <>
          <PurchasedCar purchase={step.purchase} />
          <hr className="border-line" />
          <ReserveStep {...step} />
        </>
      )}
    </CheckoutPage>
  )
}

function ReserveStep(step: CheckoutStep) {
  const { purchase, charge, onChanged } = step
  const deposit = getHeldDeposit(purchase)
  const [seen, setSeen] = useState<Deposit | null>(null)
  if (deposit && deposit.reservedUntil !== seen?.reservedUntil) setSeen(deposit)
  const { currentData, error, isFetching, refetch } = carsApi.useGetCarQuery(
    { params: { id: purchase.carID } },
    { refetchOnMountOrArgChange: true },
  )

  const paidOrRefunded = renderPaidOrRefunded(step)
  if (paidOrRefunded) return paidOrRefunded
  if (deposit)
    return (
      <ReservedState
        purchase={purchase}
        deposit={deposit}
        isFresh={charge !== undefined}
        contact={<MeetSeller purchase={withContact(purchase, currentData)} />}
      />
    )
  if (seen) return <ReservationEnded purchase={purchase} deposit={seen} />
  const outcome = renderOutcome(step)
  if (outcome) return outcome
  if (currentData)
    return <PayDeposit {...step} car={currentData} onChanged={() => (onChanged(), void refetch())} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <Loading>
      <Skeleton className="h-60 w-full" />
    </Loading>
  )
}

/** Adds the contact details of the listing: a reserved purchase does not include the seller's email address. */
function withContact(purchase: Purchase, { sellerEmail, selllerContact }: Partial<Car> = {}): Purchase {
  return {
    ...purchase,
    ...(sellerEmail !== undefined && { sellerEmail }),
    ...(selllerContact !== undefined && { selllerContact }),
  }
}

function PayDeposit({ car, ...step }: CheckoutStep & { car: Car }) {
  const offered = getOfferedDeposit(car)
  if (offered === null) return <NoDeposit purchase={step.purchase} />
  const days = formatCount(car.depositDays ?? DEFAULT_DEPOSIT_DAYS, 'day')
  const price = car.allInMinor ?? 0
  return (
    <>
      <DepositLines price={price} deposit={offered} />
      <IncludedFees {...car} />
      <ReservationSteps
        deposit={formatMoney(offered)}
        rest={formatMoney(price - offered)}
        period={`for ${days}`}
      />
      <hr className="border-line" />
      <PayByCard
        page="reserve"
        waits="Until then, we can’t reserve the car for you or take a payment."
        depositMinor={offered}
        {...step}
      />
    </>
  )
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
