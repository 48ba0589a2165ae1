import { MoreHorizontal, ShieldOff, Trash2, Users } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import type { User } from '../../../contract/users.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { useMe } from '../../app/session/use-session.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { toastOutcome } from '../../ui/toast-outcome.ts'
import { emailColumn, nameColumn } from './people-columns.tsx'
import { useDeleteUser } from './use-delete-user.ts'
import { useListUsersInfiniteQuery, useMakeAdminMutation, useRevokeAdminMutation } from './users.api.ts'

/** Everybody, for admins: who is what, roles given and taken back, accounts deleted. */
export function AllUsers() {
  const me = useMe()
  const query = useListUsersInfiniteQuery()
  const [makeAdmin] = useMakeAdminMutation()
  const [revokeAdmin] = useRevokeAdminMutation()
  const deleteUser = useDeleteUser()

  async function handleMakeAdmin({ _id, fullName }: User) {
    const isSure = await confirm({
      title: `Make ${fullName} an admin?`,
      text: 'Admins see and change everything: users, cars, reports and payments. You can take it back.',
      confirmLabel: strings.users.makeAdmin,
      tone: 'primary',
    })
    if (isSure) await toastOutcome(makeAdmin({ params: { id: _id } }), strings.users.madeAdmin)
  }

  async function handleRevoke({ _id, fullName }: User) {
    await toastOutcome(revokeAdmin({ params: { id: _id } }), `${fullName} is no longer an admin`)
  }

  return (
    <>
      <PageHead title={pages.allUsers.title} count={pagesOf(query.data).total} />
      <PagedTable
        caption={pages.allUsers.title}
        query={query}
        rowKey={(user) => user._id}
        empty={<EmptyState icon={<Users />} title="No users" text="Whoever registers is listed here." />}
        columns={[
          nameColumn,
          emailColumn,
          { key: 'account', header: 'Account', render: ({ account }) => account },
          {
            key: 'role',
            header: 'Role',
            render: ({ role }) => <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{role}</Badge>,
          },
          {
            key: 'actions',
            header: 'Actions',
            kind: 'actions',
            align: 'end',
            render: (user) => {
              const isMe = user._id === me._id
              return (
                <span className="flex items-center justify-end gap-2">
                  {user.role !== 'admin' && (
                    <Button
                      variant="secondary"
                      size="small"
                      aria-label={`${strings.users.makeAdmin}: ${user.fullName}`}
                      onClick={() => void handleMakeAdmin(user)}
                    >
                      {strings.users.makeAdmin}
                    </Button>
                  )}
                  {!isMe && (
                    <Menu
                      label={`Actions for ${user.fullName}`}
                      entries={[
                        user.role === 'admin' && {
                          label: 'Take admin role back',
                          icon: <ShieldOff />,
                          onSelect: () => void handleRevoke(user),
                        },
                        {
                          label: 'Delete',
                          icon: <Trash2 />,
                          tone: 'danger',
                          onSelect: () => void deleteUser(user),
                        },
                      ]}
                    >
                      <MoreHorizontal />
                    </Menu>
                  )}
                </span>
              )
            },
          },
        ]}
      />
    </>
  )
}
