import { formatMoney } from '../../contract/money.ts'
import { cx } from './cx.ts'

interface PriceProps {
  /** Cents; null where the seller's text is no price. */
  minor: number | null
  className?: string
}

/** Tabular figures, so that prices line up below one another. */
export function Price({ minor, className }: PriceProps) {
  return (
    <span className={cx('tabular-nums', className)}>
      {minor === null ? 'price on request' : formatMoney(minor)}
    </span>
  )
}
