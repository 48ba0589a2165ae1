import type { User } from '../../../contract/users.ts'
import { useMe } from '../../session/use-session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'

interface PersonCellProps {
  user: User
  /** In a list without a column for the role. */
  hasRole?: boolean
}

/** Face and name, and whether that is oneself or an admin. */
export function PersonCell({ user, hasRole = false }: PersonCellProps) {
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
