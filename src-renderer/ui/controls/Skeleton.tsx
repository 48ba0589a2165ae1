import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/**
 * Renders a gray placeholder. Its class should set the expected content's size: `className="h-6
 * w-40"`.
 */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton', className)} />
}

/** Wraps skeletons. Screen readers announce them once. They become visible only after 400 ms. */
export function Loading({
  label = 'Loading',
  children,
  className,
}: {
  label?: string
  children: ReactNode
  className?: string
}) {
  return (
    <div role="status" className={cx('appear-late', className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
