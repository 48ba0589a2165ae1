import type { Car } from '../../contract/cars.ts'
import { useSession } from '../session/use-session.ts'
import { buyStateOf, type BuyState } from '../features/purchases/buy-state.ts'
import { purchasesApi } from '../features/purchases/purchases.api.ts'

/** How a car stands to whoever looks at it; live, as their purchases are. */
export function useBuyState(car: Car): BuyState {
  const { me } = useSession()
  const isOther = me !== null && me._id !== car.sellerID
  const { currentData: purchase = null } = purchasesApi.useFindNewestPurchaseQuery(
    { query: { email: me?.email ?? '', carID: car._id, limit: 1 } },
    { skip: !isOther, refetchOnMountOrArgChange: 15 },
  )
  return buyStateOf(car, { id: me?._id ?? null, purchase: isOther ? purchase : null })
}
