import { LegalText } from './LegalText.tsx'

export function TermsPage() {
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
        <li>Buyers are charged the price you set. You can’t change it while someone is paying.</li>
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
        <li>Look the car over before you take it. If it isn’t as described, report it.</li>
      </ul>
      <h2>Reviews and reports</h2>
      <p>
        Write about your own experience. We remove anything unlawful or abusive. A person reads every report
        and lets you know what we decided.
      </p>
      <h2>Accounts</h2>
      <p>
        Keep your password to yourself. You can delete your account at any time. We close accounts used to
        deceive others.
      </p>
    </LegalText>
  )
}
