import { useRef, useState } from 'react'
import type { ChangeSet, Reverted } from '../../../contract/cars/car-changes.ts'
import { ChangedCars } from './ChangedCars.tsx'
import { LongRevert } from './LongRevert.tsx'
import { RevertSet } from './RevertSet.tsx'
import { SetFacts } from './SetFacts.tsx'
import { StayedFields } from './StayedFields.tsx'

/** What was changed together, the way back, and car by car what it was and became. */
export function SetDetails({ set }: { set: ChangeSet }) {
  const [outcome, setOutcome] = useState<Reverted>()
  const facts = useRef<HTMLDivElement>(null)

  function handleReverted(next: Reverted) {
    setOutcome(next)
    // The button goes with what it was for.
    facts.current?.focus()
  }

  return (
    <div className="flex flex-col gap-5">
      <div ref={facts} tabIndex={-1} className="rounded-control">
        <SetFacts set={set} />
      </div>
      <RevertSet set={set} onReverted={handleReverted} />
      <LongRevert set={set} />
      {outcome && outcome.stayed.length > 0 && <StayedFields stayed={outcome.stayed} />}
      <ChangedCars set={set} />
    </div>
  )
}
