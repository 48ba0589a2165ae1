import { ChevronDown, ChevronUp } from 'lucide-react'
import type { Report } from '../../../contract/reports.ts'
import { IconButton } from '../../ui/Button.tsx'

interface Steps {
  /** From 0; below 0 where the report does not wait. */
  index: number
  count: number
  previous: Report | undefined
  next: Report | undefined
}

/** Where a report stands among those that wait. */
export function stepsAround(report: Report | undefined, open: readonly Report[]): Steps {
  const index = open.findIndex(({ _id }) => _id === report?._id)
  const isIn = index >= 0
  return {
    index,
    count: open.length,
    previous: isIn ? open[index - 1] : undefined,
    next: isIn ? open[index + 1] : undefined,
  }
}

interface ReviewStepsProps {
  steps: Steps
  onReview: (report: Report) => void
}

/** The way through the reports that wait; J and K go it as well. */
export function ReviewSteps({ steps: { index, count, previous, next }, onReview }: ReviewStepsProps) {
  if (index < 0 || count < 2) return null
  return (
    <div className="-mt-2 flex items-center gap-1">
      <p className="mr-auto text-small text-muted">
        Open report {index + 1} of {count}
      </p>
      <IconButton
        label="Previous open report (K)"
        disabled={!previous}
        onClick={() => previous && onReview(previous)}
      >
        <ChevronUp />
      </IconButton>
      <IconButton label="Next open report (J)" disabled={!next} onClick={() => next && onReview(next)}>
        <ChevronDown />
      </IconButton>
    </div>
  )
}
