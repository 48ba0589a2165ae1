import { formatMoney } from '../../../contract/money.ts'
import { AmountLine, AmountLines } from '../../ui/controls/AmountLines.tsx'

/** Shows how a deposit divides the price. The amounts are in cents. */
export function DepositLines({ price, deposit }: { price: number; deposit: number }) {
  return (
    <AmountLines>
      <AmountLine name="Price" amount={formatMoney(price)} />
      <AmountLine name="Left to pay later" amount={formatMoney(price - deposit)} />
      <AmountLine name="Deposit to pay now" amount={formatMoney(deposit)} isTotal />
    </AmountLines>
  )
}
