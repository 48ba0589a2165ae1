import { Users } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import type { User } from '../../../contract/users.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { useMe } from '../../app/session/use-session.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { singleClick } from '../../ui/single-click.ts'
import { toastOutcome } from '../../ui/toast-outcome.ts'
import { DeleteButton, emailColumns, nameColumn } from './people-columns.tsx'
import { useDeleteUser } from './use-delete-user.ts'
import { useListUsersInfiniteQuery, useMakeAdminMutation, useRevokeAdminMutation } from './users.api.ts'

/** Everybody, for admins: who is what, roles given and taken back, accounts deleted. */
export function AllUsers() {
  const me = useMe()
  const query = useListUsersInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  const [makeAdmin] = useMakeAdminMutation()
  const [revokeAdmin] = useRevokeAdminMutation()
  const deleteUser = useDeleteUser()

  function handleMakeAdmin(user: User) {
    const undo = { label: 'Undo', onAction: () => handleRevoke(user) }
    void toastOutcome(makeAdmin({ params: { id: user._id } }), strings.users.madeAdmin, {
      detail: `${user.fullName} now sees and changes everything`,
      action: undo,
    })
  }

  function handleRevoke({ _id, fullName }: User) {
    void toastOutcome(revokeAdmin({ params: { id: _id } }), `${fullName} is no longer an admin`)
  }

  return (
    <>
      <PageHead title={pages.allUsers.title} count={pagesOf(query.data).total} />
      <PagedTable
        caption={pages.allUsers.title}
        query={query}
        rowKey={(user) => user._id}
        empty={<EmptyState icon={<Users />} title="No users" text="Whoever registers is listed here." />}
        desk={{ onDelete: (user) => void (user._id !== me._id && deleteUser(user)) }}
        columns={[
          nameColumn,
          ...emailColumns(),
          {
            key: 'account',
            header: strings.columns.account,
            value: ({ account }) => account,
            isFacet: true,
            render: ({ account }) => account,
          },
          {
            key: 'role',
            header: strings.columns.role,
            value: ({ role }) => role,
            render: ({ role }) => <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{role}</Badge>,
          },
          {
            key: 'actions',
            header: 'Actions',
            kind: 'actions',
            align: 'end',
            width: 230,
            render: (user) => (
              <span className="flex flex-wrap items-center justify-end gap-2 @min-[800px]:flex-nowrap">
                {user.role !== 'admin' && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`${strings.users.makeAdmin}: ${user.fullName}`}
                    onClick={singleClick(() => handleMakeAdmin(user))}
                  >
                    {strings.users.makeAdmin}
                  </Button>
                )}
                {user.role === 'admin' && user._id !== me._id && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`Take role back: ${user.fullName}`}
                    onClick={singleClick(() => handleRevoke(user))}
                  >
                    Take role back
                  </Button>
                )}
                {user._id !== me._id && (
                  <DeleteButton user={user} onDelete={(person) => void deleteUser(person)} />
                )}
              </span>
            ),
          },
        ]}
      />
    </>
  )
}
