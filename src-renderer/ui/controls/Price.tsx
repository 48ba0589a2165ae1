import { formatMoney, PRICE_ON_REQUEST } from '../../../contract/money.ts'
import { cx } from '../cx.ts'

interface PriceProps {
  /** Cents; null where the seller's text is no price. */
  minor: number | null
  /** What is shown instead then: the text as the reader may see it. */
  text?: string | undefined
  className?: string
}

/** Tabular figures, so that prices line up below one another. */
export function Price({ minor, text, className }: PriceProps) {
  return (
    <span className={cx('tabular-nums', minor === null && 'wrap-anywhere', className)}>
      {priceLabel(minor, text)}
    </span>
  )
}

/** The same as text. */
export function priceLabel(minor: number | null, text?: string): string {
  return minor === null ? text?.trim() || PRICE_ON_REQUEST : formatMoney(minor)
}
