import { UserRound } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { useMe } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { DeleteButton, emailColumns, nameAndRoleColumn } from './people-columns.tsx'
import { useDeleteUser } from './use-delete-user.ts'
import { useListBuyersInfiniteQuery } from './users.api.ts'

/** Buyers. Opens for everybody signed in; the server lets admins alone read it. */
export function AllBuyers() {
  const me = useMe()
  const query = useListBuyersInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  const deleteUser = useDeleteUser()

  return (
    <>
      <PageHead title={pages.allBuyers.title} count={pagesOf(query.data).total} />
      <PagedTable
        caption={pages.allBuyers.title}
        query={query}
        rowKey={(user) => user._id}
        empty={<EmptyState icon={<UserRound />} title="No buyers yet" text="New buyers show up here." />}
        desk={{ onDelete: (user) => void (user._id !== me._id && deleteUser(user)) }}
        columns={[
          nameAndRoleColumn,
          ...emailColumns(),
          {
            key: 'actions',
            header: 'Actions',
            kind: 'actions',
            align: 'end',
            width: 110,
            render: (user) =>
              user._id !== me._id && (
                <DeleteButton user={user} onDelete={(buyer) => void deleteUser(buyer)} />
              ),
          },
        ]}
      />
    </>
  )
}
