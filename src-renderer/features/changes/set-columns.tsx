import type { ChangeSet } from '../../../contract/cars/car-changes.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { SetStatus } from './SetStatus.tsx'
import { describeSetCars, getSetTitle, getSetStatus, statusLabels } from './set-text.ts'

const what: Column<ChangeSet> = {
  key: 'what',
  header: 'Change',
  kind: 'main',
  width: 220,
  value: getSetTitle,
  render: (set) => (
    <TextLink to={pagePath('changeSet', { id: set._id })} className="wrap-anywhere">
      {getSetTitle(set)}
    </TextLink>
  ),
}

const cars: Column<ChangeSet> = {
  key: 'cars',
  rank: 2,
  header: 'Cars',
  width: 240,
  value: describeSetCars,
  render: (set) => <span className="wrap-anywhere">{describeSetCars(set)}</span>,
}

const by: Column<ChangeSet> = {
  key: 'by',
  rank: 4,
  header: 'By',
  width: 160,
  value: (set) => set.by,
  render: (set) => <span className="wrap-anywhere">{set.by || 'Deleted account'}</span>,
}

const commonColumns: readonly Column<ChangeSet>[] = [
  {
    key: 'at',
    rank: 3,
    header: 'When',
    width: 160,
    value: ({ at }) => at,
    render: ({ at }) => <DateText at={at} hasTime />,
  },
  {
    key: 'status',
    rank: 1,
    header: 'Status',
    width: 130,
    isFacet: true,
    value: (set) => statusLabels[getSetStatus(set)],
    render: (set) => <SetStatus set={set} />,
  },
]

/** Returns the table's columns. Only admins get the author, because sellers see only their own changes. */
export function setColumns({ isAdmin }: { isAdmin: boolean }): Column<ChangeSet>[] {
  return isAdmin ? [what, cars, by, ...commonColumns] : [what, cars, ...commonColumns]
}
