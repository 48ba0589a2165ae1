import { Hourglass } from 'lucide-react'
import { useSecondsUntil } from '../../ui/use-countdown.ts'

/** The offer's end in the product specification. It has passed, and the page shows that. */
const TARGET = Date.UTC(2023, 2, 31, 12)

const day = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Counts down to the end of the spring offer and stops there. */
export function Countdown() {
  const secondsLeft = useSecondsUntil(TARGET)
  return (
    <section aria-labelledby="countdown-title" className="countdown">
      <Hourglass aria-hidden="true" className="size-5 flex-none text-accent-ink" />
      <p>
        <strong id="countdown-title" className="font-bold text-fg">
          Spring 2023 offer
        </strong>
        :{' '}
        {secondsLeft <= 0 ? (
          <>
            ended <time dateTime="2023-03-31">{day.format(TARGET)}</time>.{' '}
            <span className="max-sm:hidden">Every listing shows today’s price.</span>
          </>
        ) : (
          <>
            ends in{' '}
            <span role="timer" className="font-bold tabular-nums">
              {formatLeft(secondsLeft)}
            </span>
          </>
        )}
      </p>
    </section>
  )
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
