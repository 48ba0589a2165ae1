import { PRICE_ON_REQUEST } from '../../../contract/money.ts'
import { Price } from './Price.tsx'

/**
 * Shows a price as its seller and admins see it. If the input is not a price, it shows the input,
 * and what buyers see instead.
 */
export function TypedPrice({ minor, text }: { minor: number | null; text: string }) {
  if (minor !== null) return <Price minor={minor} className="whitespace-nowrap" />
  if (text.trim() === '') return <span className="text-muted">{PRICE_ON_REQUEST}</span>
  return (
    <span className="cell-stack">
      <span className="wrap-anywhere">{text}</span>
      <span className="cell-more text-tiny text-muted">Buyers see “{PRICE_ON_REQUEST}”</span>
    </span>
  )
}
