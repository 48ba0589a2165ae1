import { expect, it } from 'vitest'
import { findCoveredBars, moveEnd, type Buckets } from '../../src-renderer/features/search/price-range.ts'

/** The ranges from $10,000 to $15,000, and so on up to $25,000, plus everything above. */
const buckets: Buckets = [
  { min: 1_000_000, max: 1_500_000, count: 4 },
  { min: 1_500_000, max: 2_000_000, count: 2 },
  { min: 2_000_000, max: 2_500_000, count: 1 },
  { min: 2_500_000, max: null, count: 3 },
]

it.each([
  [{}, 0, 4],
  [{ priceMin: '15000' }, 1, 4],
  [{ priceMin: '17,500', priceMax: '22000' }, 1, 3],
  [{ priceMax: '20000' }, 0, 2],
  [{ priceMin: '1', priceMax: '2' }, 0, 1],
  [{ priceMin: '90000', priceMax: '99000' }, 3, 4],
  [{ priceMin: '15000', priceMax: '15000' }, 1, 2],
])('a range includes the bars of %o, and at least one bar', (filters, from, to) => {
  expect(findCoveredBars(buckets, filters)).toEqual({ from, to })
})

it('one end moves to the start of a bar, and the other end stays as typed', () => {
  expect(moveEnd(buckets, { priceMax: '22,300', q: 'tow' }, 'priceMin', 2)).toEqual({
    priceMin: '20000',
    priceMax: '22,300',
    q: 'tow',
  })
  expect(moveEnd(buckets, {}, 'priceMax', 1)).toEqual({ priceMax: '15000' })
})

it('an end at the edge of the chart has no limit', () => {
  expect(moveEnd(buckets, { priceMin: '15000' }, 'priceMin', 0)).toEqual({ priceMin: '' })
  expect(moveEnd(buckets, { priceMax: '15000' }, 'priceMax', 4)).toEqual({ priceMax: '' })
})

it('one end never moves past the other end', () => {
  const filters = { priceMin: '15000', priceMax: '25000' }
  expect(moveEnd(buckets, filters, 'priceMin', 4)).toEqual({ ...filters, priceMin: '20000' })
  expect(moveEnd(buckets, filters, 'priceMax', 0)).toEqual({ ...filters, priceMax: '20000' })
})
