import { listPriceParts } from '../../../contract/all-in-price.ts'
import type { Deal } from '../../../contract/deals.ts'
import { formatAmountWithCurrency } from '../../../contract/money.ts'
import { AmountLine, AmountLines } from '../../ui/controls/AmountLines.tsx'
import { DealSection } from './DealSection.tsx'

/** Shows how the price consists of the price of the car and the seller's fees, as the receipt does. */
export function DealPrice({ deal: { amount, paidElsewhereMinor, fees = [] } }: { deal: Deal }) {
  const price = amount + paidElsewhereMinor
  return (
    <DealSection title="Price">
      <AmountLines>
        {listPriceParts(price, fees).map((part) => (
          <AmountLine key={part.name} name={part.name} amount={formatAmountWithCurrency(part.amount)} />
        ))}
        <AmountLine name="Total" amount={formatAmountWithCurrency(price)} isTotal />
      </AmountLines>
    </DealSection>
  )
}
