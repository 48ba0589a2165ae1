import { useEffect, useRef, type ComponentProps } from 'react'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'

/**
 * Replaces the page with the outcome of the link. The outcome gets the focus, because the button that had the
 * focus is gone.
 */
export function Outcome(outcome: Omit<ComponentProps<typeof EmptyState>, 'as'>) {
  const done = useRef<HTMLDivElement>(null)
  useEffect(() => done.current?.focus(), [])

  return (
    <div ref={done} tabIndex={-1} role="status">
      <EmptyState as="h1" {...outcome} />
    </div>
  )
}
