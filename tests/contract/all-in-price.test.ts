import { describe, expect, it } from 'vitest'
import { computeAllInPrice } from '../../contract/all-in-price.ts'

const fees = [
  { name: 'Documentation fee', amountMinor: 29_900 },
  { name: 'Plates', amountMinor: 1 },
]

describe('the price with fees', () => {
  it.each([
    ['without a price', null, null],
    ['at $0', 0, 0],
    ['below the minimum of a charge', 49, 49],
    ['at the minimum of a charge', 50, 29_951],
    ['at a normal price', 2_490_049, 2_519_950],
  ])('adds fees only to prices of at least the minimum charge: %s', (_, price, expected) => {
    expect(computeAllInPrice(price, fees)).toBe(expected)
    expect(computeAllInPrice(price, [])).toBe(price)
  })
})
