import { formatDayMonthYear } from '../../contract/dates.ts'
import { getNotPayableReason } from '../../contract/money.ts'
import { pages } from '../../contract/pages.ts'
import type { Purchase } from '../../contract/purchases.ts'
import { getAmountDue, getHeldDeposit } from '../../contract/reservation.ts'
import { strings } from '../../contract/strings.ts'
import { getServerTime } from '../api/server-clock.ts'
import { RestLines } from '../features/deposits/RestLines.tsx'
import { Facts } from '../features/payments/Facts.tsx'
import { NotPayable } from '../features/payments/HoldProblem.tsx'
import { formatPriceLabel, Price } from '../ui/controls/Price.tsx'
import { IncludedFees } from '../ui/controls/IncludedFees.tsx'
import { PreviousPrice, getRecentPriceChange } from '../ui/controls/PreviousPrice.tsx'
import { TextLink } from '../ui/controls/TextLink.tsx'
import {
  CheckoutPage,
  PayByCard,
  renderOutcome,
  renderPaidOrRefunded,
  type CheckoutStep,
} from './CheckoutPage.tsx'
import { PurchasedCar } from './PurchasedCar.tsx'

export function PaymentPage() {
  return (
    <CheckoutPage breadcrumb="Payment" titleOf={formatPaymentTitle}>
      {(step) => (
        <>
          <Order purchase={step.purchase} />
          <hr className="border-line" />
          {renderPaidOrRefunded(step) ?? renderOutcome(step) ?? <PayPrice {...step} />}
          <hr className="border-line" />
          <Facts
            facts={[
              ['Buyer email', step.purchase.buyerEmail],
              ['Buyer contact', step.purchase.buyerContact],
              // This device's clock may be wrong.
              ['Date', formatDayMonthYear(getServerTime())],
            ]}
          />
        </>
      )}
    </CheckoutPage>
  )
}

function formatPaymentTitle(purchase: Purchase): string {
  return strings.payment.title(
    purchase.carModelName,
    formatPriceLabel(getAmountDue(purchase), purchase.sellingPrice),
  )
}

function Order({ purchase }: { purchase: Purchase }) {
  const deposit = getHeldDeposit(purchase)
  return (
    <>
      <PurchasedCar purchase={purchase}>
        {purchase.state === 'paid' || deposit ? null : <Total purchase={purchase} />}
      </PurchasedCar>
      {deposit && <RestLines purchase={purchase} deposit={deposit} />}
    </>
  )
}

function Total({ purchase }: { purchase: Purchase }) {
  const { priceMinor, sellingPrice, carPriceMinor } = purchase
  const change = priceMinor === carPriceMinor ? getRecentPriceChange(purchase.carPriceChange) : null
  return (
    <>
      <p className="text-h3 font-heavy">
        <span className="sr-only">Total </span>
        <Price minor={priceMinor} text={sellingPrice} />
      </p>
      <IncludedFees allInMinor={priceMinor} fees={purchase.fees} />
      {change && (
        <p>
          <PreviousPrice change={change} />
        </p>
      )}
      <p className="text-small text-muted">
        No fees added. Full refund if the sale can’t go through (
        <TextLink to={pages.terms.path}>Terms</TextLink>).
      </p>
    </>
  )
}

function PayPrice(step: CheckoutStep) {
  const unpayableReason = getNotPayableReason(step.purchase.carPriceMinor)
  if (unpayableReason) return <NotPayable reason={unpayableReason} />
  return (
    <PayByCard
      page="payment"
      waits="Until then, we can’t hold the car for you or take a payment."
      {...step}
    />
  )
}
