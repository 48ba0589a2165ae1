import type { ChangeSet } from '../../../contract/cars/car-changes.ts'
import { figure, countOf } from '../../../contract/figure.ts'

import { REVERT_DAYS } from '../../../contract/cars/change-limits.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import { SetStatus } from './SetStatus.tsx'
import { isUnderWay, statusOf } from './set-text.ts'

/** Who, when, of how many cars, and whether it can be taken back. */
export function SetFacts({ set }: { set: ChangeSet }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <SetStatus set={set} />
        <span className="text-small wrap-anywhere text-muted">
          {countOf(set.count, 'car')}
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
  switch (statusOf(set)) {
    case 'reverted':
      return <>Reverted on {revertedAt && <DateText at={revertedAt} hasTime />}.</>
    case 'partly':
      return (
        <>
          Reverted on {figure(revertedCount)} of {countOf(count, 'car')}, last on{' '}
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
      return <>Reverting leaves alone what was changed or sold since.</>
  }
}
