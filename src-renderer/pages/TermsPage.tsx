import { LegalText } from './LegalText.tsx'

export function TermsPage() {
  return (
    <LegalText title="Terms" lead="The rules for buying and selling on Kerblight, in plain words.">
      <h2>What Kerblight is</h2>
      <p>
        A marketplace. Sellers list their cars, buyers pay for them here, and both meet to hand over the car.
        The contract of sale is between the two of them.
      </p>
      <h2>If you sell</h2>
      <ul>
        <li>List only cars that you may sell, and describe them truthfully, faults included.</li>
        <li>
          The price you name is the price that is charged. While somebody is paying, it cannot be changed.
        </li>
        <li>A car that is sold elsewhere must be removed at once.</li>
      </ul>
      <h2>If you buy</h2>
      <ul>
        <li>
          Putting a car on your purchase list does not hold it. It is held for a short time while you pay.
        </li>
        <li>
          If your payment cannot become a sale, for instance because the car is gone, it is refunded in full.
        </li>
        <li>See the car before you take it. If it is not as described, report it.</li>
      </ul>
      <h2>Reviews and reports</h2>
      <p>
        Write about what you experienced yourself. We remove what is unlawful or insulting. Reports are read
        by a person, who tells you what was decided.
      </p>
      <h2>Accounts</h2>
      <p>
        Keep your password to yourself. You may delete your account at any time. We close accounts that are
        used to deceive others.
      </p>
    </LegalText>
  )
}
