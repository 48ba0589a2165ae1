import { useState } from 'react'
import type { Reverted } from '../../../contract/cars/car-changes.ts'
import { LongRevert } from './LongRevert.tsx'
import { RevertSet } from './RevertSet.tsx'
import { SetStatus } from './SetStatus.tsx'
import { isUnderWay } from './set-text.ts'
import { UnchangedFields } from './UnchangedFields.tsx'
import { useChangeSet } from './use-change-set.ts'

export function RevertWholeSet({ id }: { id: string }) {
  const set = useChangeSet(id).data
  const [outcome, setOutcome] = useState<Reverted>()
  if (!set) return null
  return (
    <>
      <RevertSet set={set} onReverted={setOutcome} />
      <LongRevert set={set} />
      {(set.revertedCount > 0 || isUnderWay(set)) && <SetStatus set={set} />}
      {outcome && outcome.stayed.length > 0 && <UnchangedFields stayed={outcome.stayed} />}
    </>
  )
}
