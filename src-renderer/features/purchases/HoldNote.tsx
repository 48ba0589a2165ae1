import { useHoldTime } from '../../api/config.ts'

/** What holds and what doesn't, where one decides. */
export function HoldNote() {
  const time = useHoldTime()
  return (
    <p className="mt-4 text-small text-muted">
      Adding doesn’t hold the car. We hold it {time && `for ${time} `}once you check out.
    </p>
  )
}
