import type { ChangeSet } from '../../../contract/car-changes.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { SetStatus } from './SetStatus.tsx'
import { carsOfSet, setTitle, statusOf, statusWords } from './set-text.ts'

const what: Column<ChangeSet> = {
  key: 'what',
  header: 'Change',
  kind: 'main',
  width: 320,
  value: (set) => `${setTitle(set)} · ${carsOfSet(set)}`,
  render: (set) => (
    <span className="cell-stack">
      <TextLink to={pagePath('changeSet', { id: set._id })} className="wrap-anywhere">
        {setTitle(set)}
      </TextLink>
      <span className="cell-more text-tiny font-normal wrap-anywhere text-muted">{carsOfSet(set)}</span>
    </span>
  ),
}

const by: Column<ChangeSet> = {
  key: 'by',
  header: 'By',
  width: 160,
  value: (set) => set.by,
  render: (set) => <span className="wrap-anywhere">{set.by || 'Deleted account'}</span>,
}

const rest: readonly Column<ChangeSet>[] = [
  {
    key: 'count',
    header: 'Cars',
    align: 'end',
    width: 80,
    value: ({ count }) => count,
    render: ({ count }) => count.toLocaleString('en-US'),
  },
  {
    key: 'at',
    header: 'When',
    width: 160,
    value: ({ at }) => at,
    render: ({ at }) => <DateText at={at} hasTime />,
  },
  {
    key: 'status',
    header: 'Status',
    width: 140,
    isFacet: true,
    value: (set) => statusWords[statusOf(set)],
    render: (set) => <SetStatus set={set} />,
  },
]

/** Sellers read their own alone. */
export function setColumns({ isAdmin }: { isAdmin: boolean }): Column<ChangeSet>[] {
  return isAdmin ? [what, by, ...rest] : [what, ...rest]
}
