import { readFields, type SellerValues } from '../../../../contract/cars/seller-fields.ts'

/** The field values of a car without any data. */
export const emptyCarFields: SellerValues = readFields('wire', {})
