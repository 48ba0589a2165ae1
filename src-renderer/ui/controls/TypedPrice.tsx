import { PRICE_ON_REQUEST } from '../../../contract/money.ts'
import { Price } from './Price.tsx'

interface TypedPriceProps {
  minor: number | null
  text: string
  allInMinor?: number | null
}

/**
 * Shows a price as its seller and admins see it. If the input is not a price, it shows the input,
 * and what buyers see instead.
 * @param allInMinor the price with fees, if that differs from what the seller typed
 */
export function TypedPrice({ minor, text, allInMinor = minor }: TypedPriceProps) {
  if (minor !== null && allInMinor !== minor)
    return (
      <span className="cell-stack items-end">
        <Price minor={minor} className="whitespace-nowrap" />
        <span className="cell-more text-tiny text-muted">
          Buyers see <Price minor={allInMinor} />
        </span>
      </span>
    )
  if (minor !== null) return <Price minor={minor} className="whitespace-nowrap" />
  if (text.trim() === '') return <span className="text-muted">{PRICE_ON_REQUEST}</span>
  return (
    <span className="cell-stack">
      <span className="wrap-anywhere">{text}</span>
      <span className="cell-more text-tiny text-muted">Buyers see “{PRICE_ON_REQUEST}”</span>
    </span>
  )
}
