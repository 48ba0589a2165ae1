import { formatExact } from '../../../contract/money.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { AmountLine, AmountLines } from '../../ui/controls/AmountLines.tsx'
import { receiptLines } from './receipt-lines.ts'

export function PriceLines({ purchase }: { purchase: Purchase }) {
  return (
    <AmountLines className="border-y border-line py-4">
      {receiptLines(purchase).map(({ amount, ...line }) => (
        <AmountLine key={line.name} amount={formatExact(amount)} {...line} />
      ))}
    </AmountLines>
  )
}
