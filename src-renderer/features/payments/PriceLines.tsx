import { formatAmountWithCurrency } from '../../../contract/money.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { AmountLine, AmountLines } from '../../ui/controls/AmountLines.tsx'
import { buildReceiptLines } from './receipt-lines.ts'

export function PriceLines({ purchase }: { purchase: Purchase }) {
  return (
    <AmountLines className="border-y border-line py-4">
      {buildReceiptLines(purchase).map(({ amount, ...line }) => (
        <AmountLine key={line.name} amount={formatAmountWithCurrency(amount)} {...line} />
      ))}
    </AmountLines>
  )
}
