import type { SellerFee } from '../../contract/all-in-price.ts'

/** Reads a column of fees, which is a JSON list. */
export function fromFeesColumn(text: string): SellerFee[] {
  return JSON.parse(text) as SellerFee[]
}

export function toFeesColumn(fees: readonly SellerFee[]): string {
  return JSON.stringify(fees.map(({ name, amountMinor }) => ({ name, amountMinor })))
}
