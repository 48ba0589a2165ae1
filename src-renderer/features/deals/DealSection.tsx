import { useId, type ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

interface DealSectionProps {
  title: string
  children: ReactNode
  className?: string
}

export function DealSection({ title, children, className }: DealSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx('card flex flex-col gap-4 p-5 compact:gap-3 compact:p-4', className)}
    >
      <h2 id={id} className="text-lead font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}
