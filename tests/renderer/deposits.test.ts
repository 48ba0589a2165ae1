import { describe, expect, it } from 'vitest'
import type { Deposit } from '../../contract/deposits.ts'
import type { Purchase } from '../../contract/purchases.ts'
import { getAmountDue, getHeldDeposit, getOfferedDeposit } from '../../contract/reservation.ts'
import { buildReceiptLines } from '../../src-renderer/features/payments/receipt-lines.ts'
import { formatDeadline } from '../../src-renderer/ui/format-deadline.ts'

const held: Deposit = {
  state: 'held',
  amount: 50_000,
  reservedUntil: '2026-11-28T23:00:00.000Z',
  disputed: false,
}

function purchaseWith(fields: Partial<Purchase>): Purchase {
  return {
    state: 'unpaid',
    priceMinor: 2_490_000,
    remainingMinor: 2_440_000,
    deposit: held,
    refundState: 'none',
    refundedMinor: 0,
    ...fields,
  } as Purchase
}

describe('a reserved car', () => {
  it('is paid for without the deposit', () => {
    expect(getHeldDeposit(purchaseWith({}))).toBe(held)
    expect(getAmountDue(purchaseWith({}))).toBe(2_440_000)
    expect(getAmountDue(purchaseWith({ deposit: null }))).toBe(2_490_000)
  })

  it('is no longer reserved once it is paid for', () => {
    const credited = purchaseWith({ state: 'paid', deposit: { ...held, state: 'credited' } })
    expect(getHeldDeposit(credited)).toBeNull()
  })

  it('is offered only for a part of the price, so that a card can pay the rest', () => {
    expect(getOfferedDeposit({ deposit: 500, allInMinor: 2_490_000 })).toBe(50_000)
    expect(getOfferedDeposit({ deposit: null, allInMinor: 2_490_000 })).toBeNull()
    expect(getOfferedDeposit({ deposit: 500, allInMinor: null })).toBeNull()
    expect(getOfferedDeposit({ deposit: 500, allInMinor: 50_000 })).toBeNull()
  })

  it('shows its deadline with the day of the week', () => {
    expect(formatDeadline(held.reservedUntil)).toMatch(/^\w{3}, Nov 2[89], \d{1,2}:00 [AP]M$/)
  })
})

describe('a receipt', () => {
  const linesOf = (fields: Partial<Purchase>) =>
    buildReceiptLines(purchaseWith({ state: 'paid', ...fields })).map(({ name, amount }) => [name, amount])

  it('has no parts without a deposit', () => {
    expect(linesOf({ deposit: null })).toEqual([
      ['Price', 2_490_000],
      ['Fees', 0],
      ['Total paid', 2_490_000],
    ])
  })

  it('lists the deposit and the rest', () => {
    expect(linesOf({ deposit: { ...held, state: 'credited' } })).toEqual([
      ['Price', 2_490_000],
      ['Fees', 0],
      ['Deposit by card', 50_000],
      ['Rest by card', 2_440_000],
      ['Total paid', 2_490_000],
    ])
  })

  it('refunds only the deposit of a car that was paid for at the dealership', () => {
    const lines = linesOf({ deposit: { ...held, state: 'paid-at-dealership' }, refundState: 'refunded' })
    expect(lines.slice(-3)).toEqual([
      ['Rest, recorded as paid at the dealership', 2_440_000],
      ['Total paid', 2_490_000],
      ['Refunded', -50_000],
    ])
  })
})
