import { useState, type ReactNode } from 'react'
import { countOf } from '../../../contract/figure.ts'
import type { Report } from '../../../contract/reports.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { nameSome } from '../../ui/name-some.ts'
import { DecisionForm, type Decided } from './DecisionForm.tsx'
import { OtherReports } from './OtherReports.tsx'
import { ReportClaim } from './ReportClaim.tsx'
import { ReviewSteps } from './ReviewSteps.tsx'

interface ReviewDialogProps {
  /** What is reviewed: one report, or several that deserve the same. None while it is closed. */
  reports: readonly Report[]
  /** The reports that wait, in the list's order. */
  open: readonly Report[]
  /** The listing that a report is about. */
  renderCar: (carId: string) => ReactNode
  onReview: (report: Report) => void
  onClose: () => void
  onDecided: (decided: Decided) => void
}

/** All that a decision needs in one place: what was said, of which listing, and what else was said of its seller. */
export function ReviewDialog({ reports, open, renderCar, onReview, onClose, onDecided }: ReviewDialogProps) {
  // Stays drawn while the dialog closes.
  const [shown, setShown] = useState(reports)
  if (reports.length > 0 && reports !== shown) setShown(reports)
  const [first] = shown
  const single = shown.length === 1 ? first : undefined

  return (
    <Dialog
      isOpen={reports.length > 0}
      onClose={onClose}
      size="wide"
      title={`Review ${single ? `report: ${single.reportedItemInfo.carName}` : countOf(shown.length, 'report')}`}
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
            <OtherReports sellerEmail={single.reportedItemInfo.sellerEmail} besides={single} />
          </>
        ) : (
          <p className="wrap-anywhere">
            {nameSome(shown.map(({ reportedItemInfo }) => reportedItemInfo.carName))}
          </p>
        )}
        {first && <DecisionForm key={first._id} reports={shown} onClose={onClose} onDecided={onDecided} />}
      </div>
    </Dialog>
  )
}
