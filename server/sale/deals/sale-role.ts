import type { Deal } from '../records/deal.repository.ts'

/** Returns a user's role in a deal or a reservation. A user on neither side is an admin. */
export function getSaleRole(
  { buyerId, sellerId }: Pick<Deal, 'buyerId' | 'sellerId'>,
  { id }: { id: string },
): 'buyer' | 'seller' | 'admin' {
  if (id === buyerId) return 'buyer'
  return id === sellerId ? 'seller' : 'admin'
}
