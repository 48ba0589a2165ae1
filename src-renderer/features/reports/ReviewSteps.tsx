import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect } from 'react'
import type { Report } from '../../../contract/reports.ts'
import { IconButton } from '../../ui/Button.tsx'

interface ReviewStepsProps {
  report: Report
  /** The reports that wait, in the list's order; this one may not be among them. */
  open: readonly Report[]
  onReview: (report: Report) => void
}

/** The way through the reports that wait; J and K go it as well. */
export function ReviewSteps({ report, open, onReview }: ReviewStepsProps) {
  const index = open.findIndex(({ _id }) => _id === report._id)
  const previous = index > 0 ? open[index - 1] : undefined
  const next = index >= 0 ? open[index + 1] : undefined

  useEffect(() => {
    function handleKeyDown({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
      if (target instanceof HTMLTextAreaElement || ctrlKey || metaKey || altKey) return
      const goal = key === 'j' ? next : key === 'k' ? previous : undefined
      if (goal) onReview(goal)
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [previous, next, onReview])

  if (index < 0 || open.length < 2) return null
  return (
    <div className="-my-3 flex items-center gap-1">
      <p className="mr-auto text-small text-muted">
        Open report {index + 1} of {open.length}
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
