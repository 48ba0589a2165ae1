import { UserRound } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { useMe } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { useList } from '../../ui/table/use-list.ts'
import { DeleteButton, buildEmailColumns, nameAndRoleColumn } from './people-columns.tsx'
import { buyersList } from './people-lists.ts'
import { useDeleteUser } from './use-delete-user.ts'

/** Lists the buyers. Any signed-in user can open the page, but only admins get the list from the server. */
export function AllBuyers() {
  const me = useMe()
  const { query, view, total } = useList(buyersList)
  const deleteUser = useDeleteUser()

  return (
    <>
      <PageHead
        title={pages.allBuyers.title}
        count={total}
        actions={<ExportMenu list="listBuyers" fileName="kerblight-buyers" view={view} />}
      />
      <ListTable
        caption={pages.allBuyers.title}
        query={query}
        view={view}
        rowKey={(user) => user._id}
        empty={<EmptyState icon={<UserRound />} title="No buyers yet" text="New buyers show up here." />}
        consoleOptions={{ deletion: (user) => (user._id === me._id ? null : () => void deleteUser(user)) }}
        columns={[
          nameAndRoleColumn,
          ...buildEmailColumns({ isFacet: true }),
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
