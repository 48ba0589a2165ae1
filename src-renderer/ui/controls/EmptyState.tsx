import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface EmptyStateProps {
  title: string
  /** A single useful fact for the user. */
  text?: ReactNode
  icon?: ReactNode
  action?: ReactNode
  className?: string
  /** The heading level if the empty state fills a whole page. */
  as?: 'h1' | 'h2' | 'p'
}

export function EmptyState({ title, text, icon, action, className, as: Title = 'h2' }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center gap-3 px-4 py-11 text-center wrap-anywhere', className)}>
      {icon && (
        <span
          className="mb-1 grid size-16 place-items-center rounded-full bg-primary-soft text-primary-ink"
          aria-hidden="true"
        >
          {icon}
        </span>
      )}
      <Title className="text-h3 font-bold tracking-tight">{title}</Title>
      {text && <div className="max-w-[44ch] text-muted">{text}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
