import { History } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { REVERT_DAYS } from '../../../contract/cars/change-limits.ts'
import { UnconfirmedNotice } from '../../session/UnconfirmedNotice.tsx'
import { useMe } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { byAge, listFieldSorts } from '../../ui/table/list-pages.ts'
import { createFacetedSource } from '../../ui/table/list-source.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { useList } from '../../ui/table/use-list.ts'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { changesApi } from './changes.api.ts'
import { SetDetails } from './SetDetails.tsx'
import { revertsWait, statusLabels } from './set-text.ts'
import { setColumns } from './set-columns.tsx'

const sorts = {
  what: listFieldSorts('what'),
  cars: listFieldSorts('cars'),
  by: listFieldSorts('by'),
  at: byAge,
  status: listFieldSorts('status'),
}

const { listChangeSets, countChangeSets } = changesApi.endpoints

const changeSetsList = createFacetedSource<'listChangeSets', 'countChangeSets'>(
  { endpoint: listChangeSets, sorts },
  {
    name: 'status',
    label: 'status',
    words: statusLabels,
    counts: countChangeSets,
    read: (counts) => counts,
  },
)

/** Lists change sets, newest first: those of the seller or, for admins, those of all users. */
export function ChangeSets() {
  const { isAdmin } = useMe()
  const { query, view, total } = useList(changeSetsList)

  return (
    <>
      <PageHead
        title={pages.changes.title}
        count={total}
        text={`${isAdmin ? 'Every change to cars' : 'Your changes to cars'}, newest first. Each can be reverted for ${REVERT_DAYS} days.`}
        actions={<ExportMenu list="listChangeSets" fileName="kerblight-changes" view={view} />}
      />
      <UnconfirmedNotice waits={revertsWait} className="mb-5" />
      <ListTable
        caption={pages.changes.title}
        query={query}
        view={view}
        rowKey={(set) => set._id}
        columns={setColumns({ isAdmin })}
        consoleOptions={{ details: (set) => <SetDetails key={set._id} set={set} /> }}
        empty={
          <EmptyState
            icon={<History />}
            title="No changes yet"
            text="When you edit, list, or delete cars, what was changed shows up here with the way back."
          />
        }
      />
    </>
  )
}
