import { formatMoney, PRICE_ON_REQUEST } from '../../../contract/money.ts'
import { cx } from '../cx.ts'

interface PriceProps {
  /** The price in cents, or null if the seller's input is not a price. */
  minor: number | null
  /** The text to show without a price, limited to what the reader may see. */
  text?: string | undefined
  className?: string
}

/** Shows a price in tabular figures, so that prices in a column line up. */
export function Price({ minor, text, className }: PriceProps) {
  return (
    <span className={cx('tabular-nums', minor === null && 'wrap-anywhere', className)}>
      {formatPriceLabel(minor, text)}
    </span>
  )
}

export function formatPriceLabel(minor: number | null, text?: string): string {
  return minor === null ? text?.trim() || PRICE_ON_REQUEST : formatMoney(minor)
}
