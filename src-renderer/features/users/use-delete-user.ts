import type { User } from '../../../contract/users.ts'
import { strings } from '../../../contract/strings.ts'
import { confirm } from '../../ui/overlays/confirm.ts'
import { toastOutcome } from '../../ui/overlays/toast-outcome.ts'
import { useDeleteUserMutation } from './users.api.ts'

/** Returns a function that deletes a user permanently once the admin has typed the user's email address. */
export function useDeleteUser(): (user: User) => Promise<void> {
  const [deleteUser] = useDeleteUserMutation()

  return async (user) => {
    const isSure = await confirm({
      title: `Delete ${user.fullName}?`,
      text: 'This can’t be undone. Their unsold cars are taken down, reviews become anonymous, and payment records are kept.',
      confirmLabel: 'Delete user',
      typed: user.email,
    })
    if (!isSure) return
    await toastOutcome(deleteUser({ params: { id: user._id } }), strings.users.deleted(user.fullName))
  }
}
