/** The buyer who wants to hold a car, and which. */
export interface Wish {
  buyerId: string
  carId: string
}
