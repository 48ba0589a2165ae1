import type { Context } from '../../context.ts'
import { mayTrade } from '../users/may-trade.ts'
import { findUser } from '../users/user.repository.ts'
import { moveImport, type CarImport } from './import.repository.ts'

const STOPPED =
  'Your email address isn’t confirmed, so the import stopped. What was imported so far stays. Confirm your address, and import the file again.'

/** An import is its seller's doing at each turn, not when it began alone. @returns whether it was stopped */
export async function stopUnproven(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { id, userId }: CarImport,
): Promise<boolean> {
  const seller = await findUser(db, userId)
  if (!seller || mayTrade(config, seller)) return false
  return moveImport(db, id, ['applying'], 'failed', { message: STOPPED })
}
