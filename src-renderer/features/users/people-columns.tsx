import { Trash2 } from 'lucide-react'
import { strings } from '../../../contract/strings.ts'
import type { User } from '../../../contract/users.ts'
import { Button } from '../../ui/Button.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { singleClick } from '../../ui/single-click.ts'
import { PersonCell } from './PersonCell.tsx'

export const nameColumn: Column<User> = {
  key: 'name',
  header: strings.columns.name,
  kind: 'main',
  value: (user) => user.fullName,
  render: (user) => <PersonCell user={user} />,
}

export const emailColumn: Column<User> = {
  key: 'email',
  header: strings.columns.email,
  width: 200,
  value: (user) => user.email,
  render: (user) => <EmailText address={user.email} />,
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
      onClick={singleClick(() => onDelete(user))}
    >
      <Trash2 aria-hidden="true" />
      Delete
    </Button>
  )
}
