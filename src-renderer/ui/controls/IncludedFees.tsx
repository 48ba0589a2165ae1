import { sumOfFees, type SellerFee } from '../../../contract/all-in-price.ts'
import { formatMoney, isPayable } from '../../../contract/money.ts'
import { AmountLine, AmountLines } from './AmountLines.tsx'

interface IncludedFeesProps {
  /** The price with the fees, in cents. */
  allInMinor: number | null
  fees: readonly SellerFee[] | undefined
}

/** Notes in a row or on a card that the price includes fees. */
export function IncludedFeesNote({ fees }: Pick<IncludedFeesProps, 'fees'>) {
  return fees?.[0] ? <span className="cell-more block text-tiny text-muted">incl. fees</span> : null
}

/** Names the fees that a price includes. Several fees are listed on demand, with the price before them. */
export function IncludedFees({ allInMinor, fees = [] }: IncludedFeesProps) {
  const [fee] = fees
  if (!fee || !isPayable(allInMinor)) return null
  if (fees.length === 1)
    return (
      <p className="text-small text-muted">
        Includes {formatMoney(fee.amountMinor)} {fee.name}
      </p>
    )
  const sum = sumOfFees(fees)
  return (
    <details className="text-small">
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-badge">
        <span className="text-link">Includes {formatMoney(sum)} in fees</span>
      </summary>
      <AmountLines>
        <AmountLine name="Price before fees" amount={formatMoney(allInMinor - sum)} />
        {fees.map(({ name, amountMinor }) => (
          <AmountLine key={name} name={name} amount={formatMoney(amountMinor)} />
        ))}
      </AmountLines>
    </details>
  )
}
