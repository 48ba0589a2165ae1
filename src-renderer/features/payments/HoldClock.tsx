import { Clock } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { formatTime } from '../../../contract/dates.ts'
import { serverNow } from '../../api/server-clock.ts'

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
          ({formatLeft(left)} left)
        </span>
      )}
    </p>
  )
}

function useSecondsUntil(moment: string): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.ceil((Date.parse(moment) - now) / 1000)
}

function formatLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
