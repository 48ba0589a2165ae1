import { readFields, type SellerValues } from '../../../../contract/cars/seller-fields.ts'

export const emptyCarFields: SellerValues = readFields('wire', {})
