import { readFields, type SellerValues } from '../../../../contract/cars/seller-fields.ts'

/** The fields of a car without any data. */
export const emptyCarFields: SellerValues = readFields('wire', {})
