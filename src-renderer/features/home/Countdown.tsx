import { Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'

/** The spec's date: it has passed, and says so. */
const TARGET = Date.UTC(2023, 2, 31, 12)

const day = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Counts down to the spring offer's end and stops there. */
export function Countdown() {
  const left = useSecondsUntil(TARGET)
  const isOver = left <= 0
  return (
    <section aria-labelledby="countdown-title" className="countdown">
      <picture>
        <source
          media="(min-width: 640px) and (max-width: 1023px)"
          srcSet="/art/hero/2.svg"
          width={1440}
          height={600}
        />
        <img src="/art/hero/2-tall.svg" alt="" width={640} height={800} loading="lazy" />
      </picture>
      <Hourglass aria-hidden="true" className="size-8 text-accent" />
      <h2 id="countdown-title" className="text-h3">
        Spring 2023 offer
      </h2>
      {isOver ? (
        <p>
          This countdown has ended: the offer ran until{' '}
          <time dateTime="2023-03-31">{day.format(TARGET)}</time>. Today’s prices stand on each car.
        </p>
      ) : (
        <p role="timer" className="text-h3 font-heavy tabular-nums">
          {formatLeft(left)}
        </p>
      )}
    </section>
  )
}

function useSecondsUntil(target: number): number {
  const [now, setNow] = useState(Date.now)
  const isOver = now >= target
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.ceil((target - now) / 1000)
}

function formatLeft(seconds: number): string {
  const parts = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
  return ['d', 'h', 'min', 's'].map((unit, index) => `${parts[index]} ${unit}`).join(' ')
}
