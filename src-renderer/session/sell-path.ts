import { pages } from '../../contract/pages.ts'
import type { Me } from './session.slice.ts'

/** The register page with Seller chosen. */
const REGISTER_AS_SELLER = `${pages.register.path}?account=seller`

/** Where 'Sell' leads: strangers register as sellers, and buyers read on their account page what selling takes. */
export function sellPath(me: Pick<Me, 'isAdmin' | 'isSeller'> | null): string {
  if (!me) return REGISTER_AS_SELLER
  return me.isSeller || me.isAdmin ? pages.addCar.path : `${pages.account.path}#account-type`
}
