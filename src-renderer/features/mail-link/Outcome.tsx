import { useEffect, useRef, type ComponentProps } from 'react'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'

/** Replaces the page with the link's outcome, which takes the focus because the focused button is gone. */
export function Outcome(outcome: Omit<ComponentProps<typeof EmptyState>, 'as'>) {
  const outcomeRef = useRef<HTMLDivElement>(null)
  useEffect(() => outcomeRef.current?.focus(), [])

  return (
    <div ref={outcomeRef} tabIndex={-1} role="status">
      <EmptyState as="h1" {...outcome} />
    </div>
  )
}
