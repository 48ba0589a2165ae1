import { useHoldTime } from '../../api/sale-times.ts'

/** Explains what holds the car and what doesn't, when the user decides to buy. */
export function HoldNote() {
  const time = useHoldTime()
  return (
    <p className="mt-4 text-small text-muted">
      Adding doesn’t hold the car. We hold it {time && `for ${time} `}once you check out.
    </p>
  )
}
