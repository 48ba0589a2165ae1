import { useRef, useState } from 'react'
import type { ChangeSet, Reverted } from '../../../contract/cars/car-changes.ts'
import { REVERT_DAYS } from '../../../contract/cars/change-limits.ts'
import { formatNumber, formatCount } from '../../../contract/number-format.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import { ChangedCars } from './ChangedCars.tsx'
import { LongRevert } from './LongRevert.tsx'
import { RevertSet } from './RevertSet.tsx'
import { SetStatus } from './SetStatus.tsx'
import { UnchangedFields } from './UnchangedFields.tsx'
import { isUnderWay, getSetStatus } from './set-text.ts'

export function SetDetails({ set }: { set: ChangeSet }) {
  const [outcome, setOutcome] = useState<Reverted>()
  const facts = useRef<HTMLDivElement>(null)

  function handleReverted(next: Reverted) {
    setOutcome(next)
    // The button disappears once the change set is reverted, so the facts take the focus.
    facts.current?.focus()
  }

  return (
    <div className="flex flex-col gap-5">
      <div ref={facts} tabIndex={-1} className="rounded-control">
        <SetFacts set={set} />
      </div>
      <RevertSet set={set} onReverted={handleReverted} />
      <LongRevert set={set} />
      {outcome && outcome.stayed.length > 0 && <UnchangedFields stayed={outcome.stayed} />}
      <ChangedCars set={set} />
    </div>
  )
}

function SetFacts({ set }: { set: ChangeSet }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <SetStatus set={set} />
        <span className="text-small wrap-anywhere text-muted">
          {formatCount(set.count, 'car')}
          {set.by && ` · ${set.by}`}
          {' · '}
          <DateText at={set.at} hasTime />
        </span>
      </p>
      {!isUnderWay(set) && (
        <p className="text-small text-muted">
          <Way set={set} />
        </p>
      )}
    </div>
  )
}

function Way({ set }: { set: ChangeSet }) {
  const { count, revertedCount, revertedAt } = set
  switch (getSetStatus(set)) {
    case 'reverted':
      return <>Reverted on {revertedAt && <DateText at={revertedAt} hasTime />}.</>
    case 'partly':
      return (
        <>
          Reverted on {formatNumber(revertedCount)} of {formatCount(count, 'car')}, last on{' '}
          {revertedAt && <DateText at={revertedAt} hasTime />}.
        </>
      )
    case 'old':
      return <>Changes can be reverted for {REVERT_DAYS} days. After that, edit the cars instead.</>
    case 'final':
      return (
        <>
          {set.kind === 'add'
            ? 'To take back a new listing, unlist or delete it.'
            : 'This can’t be reverted.'}
        </>
      )
    default:
      return <>Reverting skips cars that were changed or sold since.</>
  }
}
