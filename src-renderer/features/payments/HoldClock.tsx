import { Clock } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { formatTime } from '../../../contract/dates.ts'
import { formatCountdown, useSecondsUntil } from '../../ui/use-countdown.ts'

interface HoldClockProps {
  heldUntil: string
  /** Called once when the time is over. */
  onOver: () => void
}

/** 'Held for you until 2:32 PM', and what is left of it. */
export function HoldClock({ heldUntil, onOver }: HoldClockProps) {
  const left = useSecondsUntil(heldUntil)
  const isOver = left <= 0

  const handleOver = useEffectEvent(onOver)

  useEffect(() => {
    if (isOver) handleOver()
  }, [isOver])

  return (
    <p className="flex flex-wrap items-center gap-2 text-small text-muted">
      <Clock aria-hidden="true" className="size-5 flex-none text-primary" />
      <span>
        Held for you until <b className="text-fg">{formatTime(heldUntil)}</b>
      </span>
      {!isOver && (
        <span role="timer" className="tabular-nums">
          ({formatCountdown(left)} left)
        </span>
      )}
    </p>
  )
}
