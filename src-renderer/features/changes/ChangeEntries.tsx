import { useRef, useState } from 'react'
import type { CarChange, Reverted } from '../../../contract/cars/car-changes.ts'
import { formatPriceText } from '../../../contract/cars/change-values.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { REVERT_BATCH_CARS } from '../../../contract/cars/change-limits.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { getChangeIcon } from './change-icons.ts'
import { formatChangeAction, isRename, groupChanges, type Together } from './change-text.ts'
import { FieldChange } from './FieldChange.tsx'
import { findMileageUnits, type UnitChange } from './mileage-units.ts'
import { UnchangedFields } from './UnchangedFields.tsx'
import { Timeline, TimelineItem } from './Timeline.tsx'
import { useRevert } from './use-revert.ts'

interface ChangeEntriesProps {
  car: Car
  /** Newest first. */
  changes: readonly CarChange[]
  /** True if the car belongs to the user. */
  isOwn: boolean
}

export function ChangeEntries({ car, changes, isOwn }: ChangeEntriesProps) {
  const units = findMileageUnits(changes, car.mileageUnit)
  return (
    <Timeline>
      {groupChanges(changes).map((entry, index) => (
        <TimelineItem
          key={entry[0].set ?? `${entry[0].at} ${index}`}
          icon={getChangeIcon(entry[0].kind, entry.some(isListing))}
        >
          <Entry car={car} changes={entry} units={units.get(entry[0])!} isOwn={isOwn} />
        </TimelineItem>
      ))}
    </Timeline>
  )
}

interface EntryProps {
  car: Car
  changes: Together
  units: UnitChange
  isOwn: boolean
}

function Entry({ car, changes, units, isOwn }: EntryProps) {
  const [outcome, setOutcome] = useState<Reverted>()
  const heading = useRef<HTMLHeadingElement>(null)
  const [first] = changes
  const listing = changes.find(isListing)
  const title = listing ? `Listed at ${formatPriceText(listing.after)}` : formatChangeAction(changes, isOwn)
  const fields = changes.filter((change) => !isListing(change) && !isRename(change))

  function handleReverted(next: Reverted) {
    setOutcome(next)
    // The button disappears once the change is reverted, so the heading takes the focus.
    heading.current?.focus()
  }

  return (
    <>
      <div className="flex flex-wrap justify-between gap-x-4">
        <h3 ref={heading} tabIndex={-1} className="font-semibold">
          {title}
        </h3>
        <p className="text-small text-muted">
          <DateText at={first.at} hasTime />
        </p>
      </div>
      {fields.length > 0 && (
        <dl className="mt-1 flex flex-col gap-2 text-small">
          {fields.map((change) => (
            <FieldChange key={change.field} change={change} units={units} />
          ))}
        </dl>
      )}
      {first.revertible && (
        <RevertButtons car={car} change={first} title={title} onReverted={handleReverted} />
      )}
      {outcome && outcome.stayed.length > 0 && <UnchangedFields stayed={outcome.stayed} />}
    </>
  )
}

function isListing({ field }: CarChange): boolean {
  return field === 'listed'
}

interface RevertButtonsProps {
  car: Car
  change: CarChange
  /** The title of the change, for users who can't see it next to the button. */
  title: string
  onReverted: (outcome: Reverted) => void
}

/**
 * Shows a button that reverts the change for this car. If the change set has more cars, another button
 * reverts it for all of them.
 */
function RevertButtons({ car, change, title, onReverted }: RevertButtonsProps) {
  const count = change.count ?? 1
  const { revert, isReverting } = useRevert(count, handleReverted)

  function handleReverted(outcome: Reverted) {
    // The car's page doesn't show a revert's progress, so a toast shows the number of cars.
    if (outcome.reverted > REVERT_BATCH_CARS) toast.info(`Reverting ${formatCount(outcome.reverted, 'car')}`)
    onReverted(outcome)
  }

  async function handleRevertAll() {
    const question = {
      title: `Revert this for all ${formatCount(count, 'car')}?`,
      text: 'Cars that were changed or sold since stay unchanged.',
      confirmLabel: `Revert ${formatCount(count, 'car')}`,
      tone: 'primary' as const,
    }
    if (await confirm(question)) await revert(change.set!)
  }

  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="small"
        loading={isReverting}
        aria-label={`Revert: ${title}`}
        onClick={() => void revert(change.set!, car._id)}
      >
        Revert
      </Button>
      {count > 1 && (
        <Button variant="ghost" size="small" loading={isReverting} onClick={() => void handleRevertAll()}>
          {`Revert all ${count} cars`}
        </Button>
      )}
    </div>
  )
}
