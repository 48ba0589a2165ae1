import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState, type ReactNode, useEffect } from 'react'
import { formatCount } from '../../../contract/number-format.ts'
import type { Report } from '../../../contract/reports.ts'
import { IconButton } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { joinNames } from '../../ui/join-names.ts'
import { DecisionForm, type Decided } from './DecisionForm.tsx'
import { OtherReports } from './OtherReports.tsx'
import { ReportClaim } from './ReportClaim.tsx'

interface ReviewDialogProps {
  /** One report, or several that deserve the same decision. Empty while the dialog is closed. */
  reports: readonly Report[]
  /** The open reports, in the list's sort order. */
  open: readonly Report[]
  renderCar: (carId: string) => ReactNode
  onReview: (report: Report) => void
  onClose: () => void
  onDecided: (decided: Decided) => void
}

export function ReviewDialog({ reports, open, renderCar, onReview, onClose, onDecided }: ReviewDialogProps) {
  // Keeps the last reports rendered during the closing animation.
  const [shown, setShown] = useState(reports)
  if (reports.length > 0 && reports !== shown) setShown(reports)
  const [first] = shown
  const single = shown.length === 1 ? first : undefined

  return (
    <Dialog
      isOpen={reports.length > 0}
      onClose={onClose}
      size="wide"
      title={`Review ${single ? `report: ${single.reportedItemInfo.carName}` : formatCount(shown.length, 'report')}`}
      description={
        single ? 'The reporter gets your decision and note.' : 'Each reporter gets your decision and note.'
      }
    >
      <div className="flex flex-col gap-4">
        {single ? (
          <>
            <ReviewSteps report={single} open={open} onReview={onReview} />
            <ReportClaim report={single} />
            {renderCar(single.reportedItemInfo.carID)}
            <OtherReports sellerEmail={single.reportedItemInfo.sellerEmail} excludedReport={single} />
          </>
        ) : (
          <p className="wrap-anywhere">
            {joinNames(shown.map(({ reportedItemInfo }) => reportedItemInfo.carName))}
          </p>
        )}
        {first && <DecisionForm key={first._id} reports={shown} onClose={onClose} onDecided={onDecided} />}
      </div>
    </Dialog>
  )
}

interface ReviewStepsProps {
  report: Report
  /** The open reports, in the list's sort order, possibly without the current report. */
  open: readonly Report[]
  onReview: (report: Report) => void
}

/** Steps through the open reports by button or with the J and K keys. */
function ReviewSteps({ report, open, onReview }: ReviewStepsProps) {
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
