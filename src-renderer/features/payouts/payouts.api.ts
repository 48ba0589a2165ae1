import { feeFor } from '../../../contract/fees.ts'
import { formatMoney, isPayable } from '../../../contract/money.ts'
import { api } from '../../api/api.ts'
import { endpoint } from '../../api/endpoint.ts'
import { listEndpoint } from '../../api/list-endpoint.ts'
import { unlessFailed } from '../../api/tags.ts'
import { useMe } from '../../session/use-session.ts'

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

/** Like `useSellerShare`, but the function returns a text, such as `You get $24,402 of $24,900`. */
export function useShareText(): ShareOf<string> {
  const shareOf = useSellerShare()
  return (priceMinor, sellerId) => {
    const share = shareOf(priceMinor, sellerId)
    return share === undefined ? undefined : `You get ${formatMoney(share)} of ${formatMoney(priceMinor!)}`
  }
}
