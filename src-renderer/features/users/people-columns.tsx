import { Trash2 } from 'lucide-react'
import { strings } from '../../../contract/strings.ts'
import type { User } from '../../../contract/users.ts'
import { platform } from '../../platform/current.ts'
import { useMe } from '../../session/use-session.ts'
import { Avatar } from '../../ui/controls/Avatar.tsx'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { EmailStatus } from '../../ui/controls/EmailStatus.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { handleSingleClick } from '../../ui/single-click.ts'

export const nameColumn: Column<User> = {
  key: 'name',
  header: strings.columns.name,
  kind: 'main',
  value: (user) => user.fullName,
  render: (user) => <PersonCell user={user} />,
}

export const nameAndRoleColumn: Column<User> = {
  ...nameColumn,
  render: (user) => <PersonCell user={user} hasRole />,
}

/**
 * Builds the columns for the email address and its confirmation status. In one-line rows, the status has its
 * own column.
 */
export function buildEmailColumns({ isFacet = false } = {}): readonly Column<User>[] {
  if (platform.density === 'comfortable')
    return [
      emailColumn((user) => (
        <span className="block">
          <EmailText address={user.email} />
          <br />
          <EmailStatus isConfirmed={user.emailVerified} />
        </span>
      )),
    ]
  return [emailColumn(({ email }) => <EmailText address={email} />), { ...emailStatusColumn, isFacet }]
}

export const emailStatusLabels = { confirmed: 'Confirmed', unconfirmed: 'Unconfirmed' } as const

const emailStatusColumn: Column<User> = {
  key: 'email-status',
  rank: 4,
  header: 'Email status',
  width: 130,
  value: ({ emailVerified }) => emailStatusLabels[emailVerified ? 'confirmed' : 'unconfirmed'],
  render: ({ emailVerified }) => <EmailStatus isConfirmed={emailVerified} />,
}

function emailColumn(render: Column<User>['render']): Column<User> {
  return {
    key: 'email',
    header: strings.columns.email,
    width: 200,
    rank: 2,
    value: ({ email }) => email,
    render,
  }
}

interface DeleteButtonProps {
  user: User
  onDelete: (user: User) => void
}

export function DeleteButton({ user, onDelete }: DeleteButtonProps) {
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={`Delete ${user.fullName}`}
      onClick={handleSingleClick(() => onDelete(user))}
    >
      <Trash2 aria-hidden="true" />
      Delete
    </Button>
  )
}

interface PersonCellProps {
  user: User
  /** True if the list has no role column, so the cell shows a badge for admins. */
  hasRole?: boolean
}

function PersonCell({ user, hasRole = false }: PersonCellProps) {
  const me = useMe()
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar src={user.photoURL} name={user.fullName} className="size-9" />
      <span className="min-w-0 font-semibold wrap-anywhere">{user.fullName}</span>
      {user._id === me._id && <Badge tone="primary">You</Badge>}
      {hasRole && user.role === 'admin' && <Badge tone="accent">Admin</Badge>}
    </span>
  )
}
