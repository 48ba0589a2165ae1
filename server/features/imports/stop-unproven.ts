import type { Context } from '../../context.ts'
import { mayTrade } from '../users/may-trade.ts'
import { findUser, type User } from '../users/user.repository.ts'
import { moveImport, type CarImport } from './import.repository.ts'

const UNPROVEN =
  'Your email address isn’t confirmed, so the import stopped. What was imported so far stays. Confirm your address, and import the file again.'

const NOT_ALLOWED =
  'Your account can’t import cars anymore, so the import stopped. What was imported so far stays. Ask an admin if you need access.'

/**
 * Stops an import whose owner may not import anymore: the address is no longer confirmed, or an admin who is no seller
 * has lost the role. Checked before each turn.
 * @returns whether the import was stopped
 */
export async function stopUnproven(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { id, userId }: CarImport,
): Promise<boolean> {
  const owner = await findUser(db, userId)
  if (!owner) return false
  const message = whyStopped(config, owner)
  return message !== null && moveImport(db, id, ['applying'], 'failed', { message })
}

function whyStopped(config: Context['config'], owner: User): string | null {
  if (!owner.isAdmin && owner.account !== 'seller') return NOT_ALLOWED
  return mayTrade(config, owner) ? null : UNPROVEN
}
