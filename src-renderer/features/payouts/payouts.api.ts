import { computeAllInPrice } from '../../../contract/all-in-price.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { calculateFee } from '../../../contract/fees.ts'
import { formatMoney, isPayable } from '../../../contract/money.ts'
import { api } from '../../api/api.ts'
import { invalidateWhenDoneOrStale } from '../../api/done-or-stale.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'
import { invalidateOnSuccess } from '../../api/tags.ts'
import { useMe } from '../../session/use-session.ts'

export const payoutsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPayoutAccount: build.query({ ...endpoint('getPayoutAccount'), providesTags: ['Payout'] }),
    addPayoutLink: build.mutation({
      ...endpoint('addPayoutLink'),
      // The first link also creates the account.
      invalidatesTags: invalidateOnSuccess('Payout'),
    }),
    refreshPayoutAccount: build.mutation({
      ...endpoint('refreshPayoutAccount'),
      invalidatesTags: invalidateOnSuccess('Payout'),
    }),
    listPayouts: build.query({ ...listEndpoint('listPayouts'), providesTags: ['Payout'] }),
    countPayouts: build.query({ ...endpoint('countPayouts'), providesTags: ['Payout'] }),
    listLedgerDifferences: build.query({ ...endpoint('listLedgerDifferences'), providesTags: ['Payout'] }),
    correctLedgerDifference: build.mutation({
      ...endpoint('correctLedgerDifference'),
      invalidatesTags: invalidateWhenDoneOrStale('Payout', 'Audit'),
    }),
    getLedgerComparison: build.query({ ...endpoint('getLedgerComparison'), providesTags: ['Payout'] }),
  }),
})

export const {
  useGetPayoutAccountQuery,
  useAddPayoutLinkMutation,
  useRefreshPayoutAccountMutation,
  useCorrectLedgerDifferenceMutation,
  useGetLedgerComparisonQuery,
  useListLedgerDifferencesQuery,
} = payoutsApi

/**
 * Returns a function that computes what the user receives for a sale, in cents. It returns undefined for a
 * price that can't be paid, for other sellers' cars, and until the fee is loaded.
 */
export function useSellerShare(): (priceMinor: number | null, sellerId?: string) => number | undefined {
  const { _id, isSeller } = useMe()
  const { data } = useGetPayoutAccountQuery(undefined, { skip: !isSeller })
  return (priceMinor, sellerId = _id) =>
    data && isPayable(priceMinor) && sellerId === _id
      ? priceMinor - calculateFee(priceMinor, data.fee)
      : undefined
}

/**
 * Returns a function that describes a price as typed, such as `You get $24,402 of $24,900` or `Buyers see $25,199
 * with your fees. You get $24,695`. For another seller's car it names the price with fees only. It returns
 * undefined for a price that can't be paid, and if there is nothing to add.
 */
export function useShareText(): (
  priceMinor: number | null,
  car: Pick<Car, 'sellerID' | 'fees'>,
) => string | undefined {
  const { _id } = useMe()
  const shareOf = useSellerShare()
  return (priceMinor, { sellerID, fees }) => {
    const allInMinor = computeAllInPrice(priceMinor, fees)
    if (!isPayable(allInMinor)) return undefined
    const price = formatMoney(allInMinor)
    const share = shareOf(allInMinor, sellerID)
    const buyersSee =
      fees.length > 0 && `Buyers see ${price} with ${sellerID === _id ? 'your' : 'the seller’s'} fees`
    if (share === undefined) return buyersSee || undefined
    const youGet = `You get ${formatMoney(share)}`
    return buyersSee ? `${buyersSee}. ${youGet}` : `${youGet} of ${price}`
  }
}
