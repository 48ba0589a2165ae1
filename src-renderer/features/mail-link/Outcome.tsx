import { useEffect, useRef, type ComponentProps } from 'react'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'

/** Replaces the page with the link's outcome. It takes the focus, because the button that had it is gone. */
export function Outcome(outcome: Omit<ComponentProps<typeof EmptyState>, 'as'>) {
  const done = useRef<HTMLDivElement>(null)
  useEffect(() => done.current?.focus(), [])

  return (
    <div ref={done} tabIndex={-1} role="status">
      <EmptyState as="h1" {...outcome} />
    </div>
  )
}
