import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { COMMAND_LINE } from '../audit/audit.repository.ts'
import { giveAdmin } from './role.service.ts'
import { listUsersByEmail, type User } from './user.repository.ts'

/** Whom an address means, and whether `npm run admin` may make them an admin. */
export type AdminChoice =
  | { outcome: 'ready' | 'was-admin' | 'unproven'; user: User }
  | { outcome: 'unknown' }
  | { outcome: 'several'; users: User[] }

/**
 * Whoever signs up may write somebody else's address: only one who has proven it, and whom nobody can be mistaken for,
 * becomes an admin by it.
 * @param email in the contract's form
 * @param uid which of several who have the address
 */
export async function chooseAdmin(db: Db, email: string, uid?: string): Promise<AdminChoice> {
  const users = await listUsersByEmail(db, email)
  const [user, ...others] = uid === undefined ? users : users.filter((user) => user.uid === uid)
  if (!user) return { outcome: 'unknown' }
  if (others.length > 0) return { outcome: 'several', users }
  if (!user.isEmailVerified) return { outcome: 'unproven', user }
  return { outcome: user.isAdmin ? 'was-admin' : 'ready', user }
}

/**
 * @param uid as it was chosen by
 * @returns whether they became one; false where the same choice is another by now.
 */
export function makeChosenAdmin(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  { id, email }: User,
  uid?: string,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const choice = await chooseAdmin(trx, email, uid)
    if (choice.outcome !== 'ready' || choice.user.id !== id) return false
    return (await giveAdmin(trx, ctx, COMMAND_LINE, id)).modifiedCount === 1
  })
}
