import { pages } from '../../contract/pages.ts'
import type { Me } from './session.slice.ts'

const REGISTER_AS_SELLER = `${pages.register.path}?account=seller`

/**
 * Returns the target of the Sell link. Visitors register as sellers. Buyers go to their account
 * page, which explains what selling requires.
 */
export function sellPath(me: Pick<Me, 'isAdmin' | 'isSeller'> | null): string {
  if (!me) return REGISTER_AS_SELLER
  return me.isSeller || me.isAdmin ? pages.addCar.path : `${pages.account.path}#account-type`
}
