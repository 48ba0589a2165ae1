import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** Lists amounts that add up, with the sum as the last line. */
export function AmountLines({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={cx('grid gap-2 tabular-nums wrap-anywhere', className)}>{children}</dl>
}

interface AmountLineProps {
  name: string
  /** The formatted amount. */
  amount: string
  isTotal?: boolean
}

export function AmountLine({ name, amount, isTotal = false }: AmountLineProps) {
  return (
    <div className={cx('flex justify-between gap-4', isTotal && 'text-lead font-bold')}>
      <dt className={isTotal ? undefined : 'text-muted'}>{name}</dt>
      <dd className="text-right whitespace-nowrap">{amount}</dd>
    </div>
  )
}
