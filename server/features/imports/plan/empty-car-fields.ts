import { readFields, type SellerValues } from '../../../../contract/cars/seller-fields.ts'

/** A car of which nothing is said. */
export const emptyCarFields: SellerValues = readFields('wire', {})
