import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Deal } from '../../../contract/deals.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useSecondsUntil } from '../../ui/use-countdown.ts'
import { useGetDealDocumentsQuery } from './deal.api.ts'
import { DealSection } from './DealSection.tsx'
import { hasReturnPeriod, isBeforeHandover, isReturnOver, offersReturn } from './deal-progress.ts'
import { formatMeeting } from './handover-times.ts'
import { ReturnDialog } from './ReturnDialog.tsx'

/** Shows until when the buyer may return the car, and lets the buyer return it. */
export function DealReturn({ deal }: { deal: Deal }) {
  const { purchaseID, returnUntil, role, buyerName } = deal
  const { data: documents } = useGetDealDocumentsQuery({ params: { purchaseID } })
  const isOffered = documents !== undefined && offersReturn(documents)
  if (returnUntil !== null && hasReturnPeriod(deal))
    return <ReturnPeriod deal={deal} returnUntil={returnUntil} />
  if (isOffered && isBeforeHandover(deal))
    return (
      <DealSection title="Return">
        <p className="text-small text-muted wrap-anywhere">
          {role === 'buyer' ? 'You' : buyerName} can return the car within 3 days after the handover.
        </p>
      </DealSection>
    )
  if (isOffered && isReturnOver(deal))
    return (
      <DealSection title="Return">
        <p className="text-small text-muted">The time to return the car is over.</p>
      </DealSection>
    )
  return null
}

function ReturnPeriod({ deal, returnUntil }: { deal: Deal; returnUntil: string }) {
  const { role, buyerName } = deal
  const [isReturning, setReturning] = useState(false)
  const isOver = useSecondsUntil(returnUntil) <= 0
  const end = <time dateTime={returnUntil}>{formatMeeting(returnUntil)}</time>
  if (isOver)
    return (
      <DealSection title="Return">
        <p className="text-small text-muted">The time to return the car ended on {end}.</p>
      </DealSection>
    )
  return (
    <DealSection title="Return">
      <p className="wrap-anywhere">
        {role === 'buyer' ? 'You' : buyerName} can return the car until {end}.
      </p>
      {role === 'buyer' && (
        <Button variant="secondary" className="self-start" onClick={() => setReturning(true)}>
          <Undo2 aria-hidden="true" />
          Return the car
        </Button>
      )}
      <ReturnDialog deal={deal} isOpen={isReturning} onClose={() => setReturning(false)} />
    </DealSection>
  )
}
