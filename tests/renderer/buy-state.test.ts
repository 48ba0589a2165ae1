import { describe, expect, it } from 'vitest'
import type { Purchase } from '../../contract/purchases.ts'
import { getBuyState } from '../../src-renderer/features/purchases/buy-state.ts'

const car = { available: 'instock', allInMinor: 2_490_000, sellerID: 'sam', sellerUnproven: false } as const

function item(fields: Partial<Purchase> = {}): Purchase {
  return { _id: 'item', state: 'unpaid', heldUntil: null, ...fields } as Purchase
}

function kindFor(fields: object, purchase: Purchase | null = null, id: string | null = 'bea') {
  return getBuyState({ ...car, ...fields }, { id, purchase }).kind
}

describe('a car’s button', () => {
  it('offers the car to any user except its seller, signed in or not', () => {
    expect(kindFor({})).toBe('buy')
    expect(kindFor({}, null, null)).toBe('buy')
    expect(kindFor({}, null, 'sam')).toBe('own')
  })

  it('shows the buyer’s own reservation, and the hold while they pay the rest', () => {
    const deposit = {
      state: 'held',
      amount: 50_000,
      reservedUntil: '2026-11-25T10:00:00.000Z',
      disputed: false,
    } as const
    expect(kindFor({ available: 'reserved' }, item({ deposit }))).toBe('reserved')
    const paying = item({ deposit, state: 'paying', heldUntil: '2026-11-22T10:00:00.000Z' })
    expect(kindFor({ available: 'reserved' }, paying)).toBe('held')
  })

  it('progresses from the list to the hold and the receipt', () => {
    expect(kindFor({}, item())).toBe('listed')
    const heldItem = item({ state: 'paying', heldUntil: '2026-11-22T10:00:00.000Z' })
    expect(getBuyState({ ...car, available: 'reserved' }, { id: 'bea', purchase: heldItem })).toEqual({
      kind: 'held',
      purchase: heldItem,
      heldUntil: heldItem.heldUntil,
    })
    expect(kindFor({ available: 'sold' }, item({ state: 'paid' }))).toBe('bought')
  })

  it('still shows a hold after the car loses its price', () => {
    expect(kindFor({ allInMinor: null }, item({ state: 'paying', heldUntil: '2026-11-22T10:00:00Z' }))).toBe(
      'held',
    )
  })

  it('shows later buyers as waiting, or lets them join the list', () => {
    expect(kindFor({ available: 'reserved' }, item())).toBe('waiting')
    expect(kindFor({ available: 'reserved' })).toBe('join')
    expect(kindFor({ sellerUnproven: true })).toBe('join')
    expect(kindFor({ sellerUnproven: true }, item())).toBe('waiting')
  })

  it('shows that the car is gone once it is sold to another buyer or taken down', () => {
    for (const available of ['sold', 'withdrawn']) {
      expect(kindFor({ available })).toBe('gone')
      expect(kindFor({ available }, item())).toBe('gone')
      expect(kindFor({ available }, item({ state: 'refunded' }))).toBe('gone')
    }
  })

  it('is off without a price that a card can pay', () => {
    expect(kindFor({ allInMinor: null })).toBe('unpayable')
    expect(kindFor({ allInMinor: 0 }, item())).toBe('unpayable')
  })

  it('offers the car again to a refunded buyer', () => {
    expect(kindFor({}, item({ state: 'refunded' }))).toBe('buy')
  })
})
