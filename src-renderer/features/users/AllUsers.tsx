import { MoreHorizontal, ShieldCheck, ShieldOff, Trash2, Users } from 'lucide-react'
import { formatDaysAgo } from '../../../contract/dates.ts'
import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import type { User } from '../../../contract/users.ts'
import { useMe } from '../../session/use-session.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { PanelFacts } from '../../ui/controls/PanelFacts.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuEntry } from '../../ui/overlays/MenuPopup.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { useList } from '../../ui/table/use-list.ts'
import { handleSingleClick } from '../../ui/single-click.ts'
import { toastOutcome } from '../../ui/overlays/toast-outcome.ts'
import { buildEmailColumns, nameColumn } from './people-columns.tsx'
import { usersList } from './people-lists.ts'
import { useDeleteUser } from './use-delete-user.ts'
import { useVerification } from './use-verification.tsx'
import { useMakeAdminMutation, useRevokeAdminMutation } from './users.api.ts'

export function AllUsers() {
  const me = useMe()
  const { query, view, total } = useList(usersList)
  const [makeAdmin] = useMakeAdminMutation()
  const [revokeAdmin] = useRevokeAdminMutation()
  const deleteUser = useDeleteUser()
  const verification = useVerification()

  async function handleMakeAdmin(user: User) {
    const isSure = await confirm({
      title: `Make ${user.fullName} an admin?`,
      text: 'They can refund payments, delete users, and make admins.',
      confirmLabel: strings.users.makeAdmin,
      tone: 'primary',
    })
    if (!isSure) return
    await toastOutcome(makeAdmin({ params: { id: user._id } }), strings.users.madeAdmin, {
      detail: `${user.fullName} now has full admin access`,
      action: { label: 'Undo', onAction: () => handleRevoke(user) },
    })
  }

  function handleRevoke({ _id, fullName }: User) {
    void toastOutcome(revokeAdmin({ params: { id: _id } }), `${fullName} is no longer an admin`)
  }

  function adminRole(user: User) {
    return user.role === 'admin'
      ? { label: 'Remove admin', icon: <ShieldOff />, onSelect: () => handleRevoke(user) }
      : {
          label: strings.users.makeAdmin,
          icon: <ShieldCheck />,
          onSelect: () => void handleMakeAdmin(user),
        }
  }

  function details(user: User) {
    const actions = [
      user._id !== me._id && adminRole(user),
      user.account === 'seller' && verification.of(user),
    ].filter((action) => action !== false)
    return <UserDetails user={user} actions={actions} />
  }

  function menu(user: User): (MenuEntry | false)[] {
    return [
      adminRole(user),
      user.account === 'seller' && verification.of(user),
      { label: 'Delete', icon: <Trash2 />, tone: 'danger', onSelect: () => void deleteUser(user) },
    ]
  }

  return (
    <>
      <PageHead
        title={pages.allUsers.title}
        count={total}
        actions={<ExportMenu list="listUsers" fileName="kerblight-users" view={view} />}
      />
      <ListTable
        caption={pages.allUsers.title}
        query={query}
        view={view}
        rowKey={(user) => user._id}
        empty={<EmptyState icon={<Users />} title="No users" text="New users show up here." />}
        consoleOptions={{
          details,
          deletion: (user) => (user._id === me._id ? null : () => void deleteUser(user)),
        }}
        columns={[
          nameColumn,
          ...buildEmailColumns(),
          {
            key: 'account',
            rank: 3,
            header: strings.columns.account,
            value: ({ account }) => account,
            isFacet: true,
            render: ({ account }) => account,
          },
          {
            key: 'role',
            rank: 1,
            header: strings.columns.role,
            value: ({ role }) => role,
            render: ({ role }) => <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{role}</Badge>,
          },
          {
            key: 'actions',
            header: 'Actions',
            kind: 'actions',
            align: 'end',
            width: 180,
            render: (user) => (
              <span className="flex items-center justify-end gap-2">
                {user.role !== 'admin' && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`${strings.users.makeAdmin}: ${user.fullName}`}
                    onClick={handleSingleClick(() => void handleMakeAdmin(user))}
                  >
                    {strings.users.makeAdmin}
                  </Button>
                )}
                {user._id !== me._id && (
                  <Menu label={`Actions for ${user.fullName}`} entries={menu(user)}>
                    <MoreHorizontal />
                  </Menu>
                )}
              </span>
            ),
          },
        ]}
      />
    </>
  )
}

interface UserDetailsProps {
  user: User
  actions: readonly { label: string; onSelect: () => void }[]
}

function UserDetails({ user, actions }: UserDetailsProps) {
  const { account, role, verified, email, emailVerified, createdAt } = user
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap gap-2">
        <Badge tone="primary">{account}</Badge>
        <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{role}</Badge>
        {account === 'seller' && (
          <Badge tone={verified ? 'success' : 'neutral'}>{verified ? 'Verified' : 'Not verified'}</Badge>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {/* An action replaces its opposite at the same index, so the button keeps the focus. */}
        {actions.map(({ label, onSelect }, index) => (
          <Button key={index} variant="secondary" size="small" onClick={handleSingleClick(onSelect)}>
            {label}
          </Button>
        ))}
      </div>
      <PanelFacts
        facts={[
          [
            'Email',
            <span key="email">
              <a href={`mailto:${email}`} className="text-link">
                <EmailText address={email} />
              </a>
              {emailVerified ? '' : ', unconfirmed'}
            </span>,
          ],
          [
            'Account since',
            <span key="since">
              <DateText at={createdAt} /> ({formatDaysAgo(createdAt)})
            </span>,
          ],
        ]}
      />
    </div>
  )
}
