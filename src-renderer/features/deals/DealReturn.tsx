import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Deal } from '../../../contract/deals.ts'
import { RETURN_PERIOD } from '../../../contract/return-period.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useSecondsUntil } from '../../ui/use-countdown.ts'
import { DealSection } from './DealSection.tsx'
import { formatMeeting } from './handover-times.ts'
import { ReturnDialog } from './ReturnDialog.tsx'

/** Shows until when the buyer may return the car, and lets the buyer return it. */
export function DealReturn({ deal }: { deal: Deal }) {
  const { returnPeriod, returnUntil, role, buyerName } = deal
  if (returnUntil !== null) return <ReturnPeriod deal={deal} returnUntil={returnUntil} />
  if (returnPeriod === null) return null
  return (
    <DealSection title="Return">
      <p className="text-small text-muted wrap-anywhere">
        {role === 'buyer' ? 'You' : buyerName} can return the car within {RETURN_PERIOD} after the handover.
      </p>
    </DealSection>
  )
}

function ReturnPeriod({ deal, returnUntil }: { deal: Deal; returnUntil: string }) {
  const { returnPeriod, role, buyerName } = deal
  const [isReturning, setReturning] = useState(false)
  const secondsLeft = useSecondsUntil(returnUntil)
  const end = <time dateTime={returnUntil}>{formatMeeting(returnUntil)}</time>
  if (returnPeriod === 'over' || secondsLeft <= 0)
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
