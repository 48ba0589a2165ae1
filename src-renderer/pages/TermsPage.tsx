import { REFUND_DAY } from '../../contract/deal-life.ts'
import { RETURN_HOURS } from '../../contract/return-period.ts'
import { useConfig } from '../api/config.ts'
import { useReleaseTime } from '../api/sale-times.ts'
import { LegalText } from './LegalText.tsx'

export function TermsPage() {
  const releaseTime = useReleaseTime()
  const config = useConfig()
  return (
    <LegalText title="Terms" lead="The rules for buying and selling on Kerblight, in plain English.">
      <h2>What Kerblight is</h2>
      <p>
        A marketplace. Sellers list their cars, buyers pay for them here, and both meet to hand over the car.
        The sale itself is a contract between the two of them.
      </p>
      <h2>If you sell</h2>
      <ul>
        <li>List only cars you have the right to sell, and describe them honestly, flaws included.</li>
        <li>
          Buyers are charged the price you set. You can’t change it while someone is paying or has reserved
          the car.
        </li>
        <li>
          We send you the money after the handover, minus our fee. You see both before you list a car. If a
          sale is refunded after that, you return your share.
        </li>
        <li>
          To be paid, you set up payouts at Stripe.{' '}
          {config &&
            (config.payoutsRequired
              ? 'Until then, buyers can’t pay for your cars.'
              : 'Until then, the money from your sales waits for you.')}
        </li>
        <li>
          If you take deposits or offer a return, you’re bound by it for every buyer who paid while your
          listing said so.
        </li>
        <li>If you sell a car elsewhere, take down the listing right away.</li>
      </ul>
      <h2>If you buy</h2>
      <ul>
        <li>
          Adding a car to your purchase list doesn’t hold it. We hold it for a short time while you pay.
        </li>
        <li>
          If your payment can’t become a sale, for example because the car is gone, you get a full refund.
        </li>
        <li>
          We hold your money until you confirm that you have the car, or the seller enters your code. If
          neither happens and no one reports a problem, we take the handover as confirmed{' '}
          {releaseTime ?? 'some days'} after the time that you both agreed on.
        </li>
        <li>
          A deposit reserves a car for the days in its listing and counts toward the price. If you don’t buy
          the car, or the reservation is ended before, we refund the deposit in full.
        </li>
        <li>
          If the listing offers a return, you can return the car within {RETURN_HOURS} hours after the
          handover. Once the seller has it back, we refund what you paid by card in full.
        </li>
        <li>
          If no handover is confirmed within {REFUND_DAY} days after your payment, you get a full refund.
        </li>
        <li>
          Look the car over before you take it. If it isn’t as described, report a problem on its deal page,
          and our team decides: a full refund, a partial one, or none.
        </li>
      </ul>
      <h2>Reviews and reports</h2>
      <p>
        Write about your own experience. We remove anything unlawful or abusive. A person reads every report
        and lets you know what we decided.
      </p>
      <h2>Accounts</h2>
      <p>
        Keep your password to yourself. You can delete your account once the money of your sales and purchases
        is paid out. We close accounts used to deceive others.
      </p>
    </LegalText>
  )
}
