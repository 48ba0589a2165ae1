import type { Db } from '../../db/tables.ts'
import { findUserByEmail, giveAdminRole } from './user.repository.ts'

/**
 * Makes a user an admin by their address: the first admin of a new installation, from the command line.
 * @returns `made`, `was-admin`, or `unknown` where nobody has signed in with that address yet.
 */
export async function makeAdminByEmail(db: Db, email: string): Promise<'made' | 'was-admin' | 'unknown'> {
  const user = await findUserByEmail(db, email.trim().toLowerCase())
  if (!user) return 'unknown'
  return (await giveAdminRole(db, user.id)) ? 'made' : 'was-admin'
}
