import { allInPrice } from '../../../contract/all-in-price.ts'
import { feeFor } from '../../../contract/fees.ts'
import { formatMoney, isPayable } from '../../../contract/money.ts'
import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'
import { useMe } from '../../session/use-session.ts'
import { useGetSellerFeesQuery } from '../seller-fees/seller-fees.api.ts'

export const payoutsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPayoutAccount: build.query({ ...endpoint('getPayoutAccount'), providesTags: ['Payout'] }),
    addPayoutLink: build.mutation({
      ...endpoint('addPayoutLink'),
      // The first link also creates the account.
      invalidatesTags: unlessFailed('Payout'),
    }),
    refreshPayoutAccount: build.mutation({
      ...endpoint('refreshPayoutAccount'),
      invalidatesTags: unlessFailed('Payout'),
    }),
    listPayouts: build.query({ ...listEndpoint('listPayouts'), providesTags: ['Payout'] }),
    countPayouts: build.query({ ...endpoint('countPayouts'), providesTags: ['Payout'] }),
    listLedgerDifferences: build.query({ ...endpoint('listLedgerDifferences'), providesTags: ['Payout'] }),
    getLedgerComparison: build.query({ ...endpoint('getLedgerComparison'), providesTags: ['Payout'] }),
  }),
})

export const {
  useGetPayoutAccountQuery,
  useAddPayoutLinkMutation,
  useRefreshPayoutAccountMutation,
  useGetLedgerComparisonQuery,
  useListLedgerDifferencesQuery,
} = payoutsApi

type ShareOf<Share> = (priceMinor: number | null, sellerId?: string) => Share | undefined

/**
 * Returns a function that computes what the user receives for a sale, in cents. It returns undefined for a
 * price that can't be paid, for other sellers' cars, and until the fee is loaded.
 */
export function useSellerShare(): ShareOf<number> {
  const { _id, isSeller } = useMe()
  const { data } = useGetPayoutAccountQuery(undefined, { skip: !isSeller })
  return (priceMinor, sellerId = _id) =>
    data && isPayable(priceMinor) && sellerId === _id ? priceMinor - feeFor(priceMinor, data.fee) : undefined
}

/**
 * Returns a function that adds the seller's fees to a price as typed, and returns a text, such as
 * `You get $24,402 of $24,900` or `Buyers see $25,199. You get $24,695`. It returns undefined as in `useSellerShare`.
 */
export function useShareText(): ShareOf<string> {
  const shareOf = useSellerShare()
  const { isSeller } = useMe()
  const { data } = useGetSellerFeesQuery(undefined, { skip: !isSeller })
  return (priceMinor, sellerId) => {
    if (!data) return undefined
    const allInMinor = allInPrice(priceMinor, data.fees)
    const share = shareOf(allInMinor, sellerId)
    if (share === undefined) return undefined
    const price = formatMoney(allInMinor!)
    return data.fees.length > 0
      ? `Buyers see ${price}. You get ${formatMoney(share)}`
      : `You get ${formatMoney(share)} of ${price}`
  }
}
