import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface NoticeProps {
  tone?: 'info' | 'success' | 'warning' | 'danger'
  title?: ReactNode
  children?: ReactNode
  isAlert?: boolean
  className?: string
}

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: TriangleAlert }
const TONES = {
  info: 'bg-info-soft [--tone:var(--info)]',
  success: 'bg-success-soft [--tone:var(--success)]',
  warning: 'bg-warning-soft [--tone:var(--warning)]',
  danger: 'bg-danger-soft [--tone:var(--danger)]',
}

export function Notice({ tone = 'info', title, children, isAlert, className }: NoticeProps) {
  const Icon = ICONS[tone]
  return (
    <div
      role={isAlert ? 'alert' : undefined}
      className={cx('flex gap-3 rounded-control p-4 text-small text-fg', TONES[tone], className)}
    >
      <Icon aria-hidden="true" className="size-5 flex-none text-(--tone)" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}
