import { describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import { listTrustFacts } from '../../src-renderer/pages/trust-facts.ts'

const car = {
  available: 'instock',
  allInMinor: 2_490_000,
  title: 'clean',
  accidents: 'none known',
  marks: [],
  returns: '3 days',
  sellerVerified: true,
} as unknown as Car
const mark = { view: 'left', x: 50, y: 50, kind: 'dent', size: 'small', note: '', photo: null }

const tonesOf = (fields: object) =>
  Object.fromEntries(listTrustFacts({ ...car, ...fields }).map(({ text, tone }) => [text, tone]))

describe('the reasons to trust a car', () => {
  it('are good if the seller states nothing bad', () => {
    expect(new Set(Object.values(tonesOf({})))).toEqual(new Set(['good']))
    expect(Object.keys(tonesOf({}))).toHaveLength(6)
  })

  it.each([
    [{ title: 'salvage' }, 'Salvage title', 'caution'],
    [{ title: 'lemon' }, 'Lemon law buyback', 'caution'],
    [{ title: null }, 'Title not stated', 'unknown'],
    [{ accidents: 'structural' }, 'Structural damage', 'caution'],
    [{ accidents: null }, 'Accidents not stated', 'unknown'],
    [{ marks: null }, 'Marks not stated', 'unknown'],
    [{ marks: [mark] }, '1 mark shown', 'plain'],
    [{ marks: [mark, mark] }, '2 marks shown', 'plain'],
  ])('never present %o as good', (fields, text, tone) => {
    expect(tonesOf(fields)[text]).toBe(tone)
  })

  it('promise no protection for a car that can’t be paid for on the site', () => {
    const offMarket = ['sold', 'sold-elsewhere', 'withdrawn', 'draft'].map((available) => ({ available }))
    for (const fields of [...offMarket, { allInMinor: null }, { allInMinor: 1 }])
      expect(Object.keys(tonesOf(fields))).toEqual([
        'Clean title',
        'No known accidents',
        'No marks',
        'Verified seller',
      ])
  })

  it('promise protection for a reserved car, which may become available again', () => {
    expect(Object.keys(tonesOf({ available: 'reserved' }))).toContain('Payment held until handover')
  })

  it('do not claim that a seller is verified, or offers a return', () => {
    expect(Object.keys(tonesOf({ sellerVerified: false, returns: null }))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/Verified|Return/)]),
    )
  })
})
