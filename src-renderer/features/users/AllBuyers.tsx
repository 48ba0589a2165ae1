import { skipToken } from '@reduxjs/toolkit/query/react'
import { UserRound } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { useMe } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { isDense, useShownList } from '../../ui/placed/use-shown-list.ts'
import { DeleteButton, emailColumns, nameAndRoleColumn } from './people-columns.tsx'
import { buyersSource } from './people-source.ts'
import { useDeleteUser } from './use-delete-user.ts'
import { useListBuyersInfiniteQuery } from './users.api.ts'

/** Buyers. Opens for everybody signed in; the server lets admins alone read it. */
export function AllBuyers() {
  const me = useMe()
  const roomy = useListBuyersInfiniteQuery(isDense() ? skipToken : undefined, {
    refetchOnMountOrArgChange: true,
  })
  const { query, placed, total } = useShownList(buyersSource, roomy)
  const deleteUser = useDeleteUser()

  return (
    <>
      <PageHead
        title={pages.allBuyers.title}
        count={total}
        actions={<ExportMenu list="listBuyers" fileName="kerblight-buyers" placed={placed} />}
      />
      <PagedTable
        caption={pages.allBuyers.title}
        query={query}
        placed={placed}
        rowKey={(user) => user._id}
        empty={<EmptyState icon={<UserRound />} title="No buyers yet" text="New buyers show up here." />}
        desk={{ deletion: (user) => (user._id === me._id ? null : () => void deleteUser(user)) }}
        columns={[
          nameAndRoleColumn,
          ...emailColumns({ isFacet: true }),
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
