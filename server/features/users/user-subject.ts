import type { Db } from '../../db/tables.ts'
import { deletedUser } from '../audit/audit.repository.ts'
import { findUser } from './user.repository.ts'

/** What the audit log calls a user. */
export async function subjectOfUser(db: Db, id: string): Promise<string> {
  const user = await findUser(db, id)
  return user ? [user.fullName, user.email].filter(Boolean).join(', ') : deletedUser(id)
}
