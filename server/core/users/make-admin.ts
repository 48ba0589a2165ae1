import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { COMMAND_LINE } from '../audit/audit.repository.ts'
import { giveAdmin } from './role.service.ts'
import { listUsersByEmail, type User } from './user.repository.ts'

/** The user that an email address identifies, and whether `npm run admin` may make the user an admin. */
export type AdminChoice =
  | { outcome: 'ready' | 'was-admin' | 'unconfirmed'; user: User }
  | { outcome: 'unknown' }
  | { outcome: 'several'; users: User[] }

/**
 * Finds the user to make an admin. Because anyone can sign up with another person's email address, the user
 * must have verified it and be the only match.
 * @param email an email address as validated by the contract
 * @param uid selects one of several users who share the email address
 */
export async function chooseAdmin(db: Db, email: string, uid?: string): Promise<AdminChoice> {
  const users = await listUsersByEmail(db, email)
  const [user, ...otherMatches] = uid === undefined ? users : users.filter((user) => user.uid === uid)
  if (!user) return { outcome: 'unknown' }
  if (otherMatches.length > 0) return { outcome: 'several', users }
  if (!user.isEmailVerified) return { outcome: 'unconfirmed', user }
  return { outcome: user.isAdmin ? 'was-admin' : 'ready', user }
}

/**
 * Makes the chosen user an admin.
 * @param uid the UID that selected the user, if any
 * @returns true if the user became an admin; false if the same selection now yields another result
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
