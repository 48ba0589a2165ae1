import { useId, type ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

interface CarFormSectionProps {
  title: string
  columns?: 1 | 2
  children: ReactNode
}

export function CarFormSection({ title, columns = 2, children }: CarFormSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card flex flex-col gap-4 p-5">
      <h2 id={id} className="text-lead font-bold">
        {title}
      </h2>
      <div
        className={cx(
          'grid items-start gap-4',
          columns === 2 && 'sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2',
        )}
      >
        {children}
      </div>
    </section>
  )
}
