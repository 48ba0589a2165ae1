import { History } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { REVERT_DAYS } from '../../../contract/change-limits.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { UnprovenNotice } from '../../session/UnprovenNotice.tsx'
import { useMe } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useListChangeSetsInfiniteQuery } from './changes.api.ts'
import { SetDetails } from './SetDetails.tsx'
import { revertsWait } from './set-text.ts'
import { setColumns } from './set-columns.tsx'

const PAGE_SIZE = 50

/** What was changed together, newest first: a seller's own, or as an admin what anybody changed. */
export function ChangeSets() {
  const { isAdmin } = useMe()
  const query = useListChangeSetsInfiniteQuery(
    { query: { limit: PAGE_SIZE } },
    { refetchOnMountOrArgChange: true },
  )

  return (
    <>
      <PageHead
        title={pages.changes.title}
        count={pagesOf(query.data).total}
        text={`${isAdmin ? 'Every change to cars' : 'Your changes to cars'}, newest first. Each can be reverted for ${REVERT_DAYS} days.`}
        actions={<ExportMenu list="listChangeSets" fileName="kerblight-changes" />}
      />
      <UnprovenNotice waits={revertsWait} className="mb-5" />
      <PagedTable
        caption={pages.changes.title}
        query={query}
        rowKey={(set) => set._id}
        columns={setColumns({ isAdmin })}
        desk={{ details: (set) => <SetDetails key={set._id} set={set} /> }}
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
