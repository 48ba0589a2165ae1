import { describe, expect, it } from 'vitest'
import { dealStates } from '../../contract/deal-life.ts'
import type { Deal } from '../../contract/deals.ts'
import {
  findOpenProposal,
  describeNextStep as nextStepAt,
  type DealProgress,
} from '../../contract/deal-next-step.ts'
import {
  isPayoutBlocked,
  getDealStateLabel,
  listDealSteps,
} from '../../src-renderer/features/deals/deal-progress.ts'
import {
  parseDateAndTime,
  readerTimes,
  toDateInput,
} from '../../src-renderer/features/deals/handover-times.ts'
import { compareOdometer } from '../../src-renderer/features/deals/odometer.ts'

const nextStep = (deal: DealProgress, at: number) => nextStepAt(deal, at, readerTimes)

const now = Date.parse('2026-11-27T12:00:00Z')
const tomorrow = '2026-11-28T17:00:00.000Z'
const paid: Deal = {
  purchaseID: 'p',
  state: 'paid',
  carID: 'c',
  carName: '2021 Audi A4',
  carImage: '',
  buyerName: 'Bea',
  sellerName: 'Sam',
  amount: 2_490_000,
  refundedMinor: 0,
  paidElsewhereMinor: 0,
  paidAt: '2026-11-27T10:00:00.000Z',
  handoverAt: null,
  releaseAt: null,
  role: 'buyer',
  turn: 'buyer',
  place: 'Pier 39',
  proposals: [],
  confirmedAt: null,
  confirmedBy: null,
  releasedAt: null,
  returnPeriod: null,
  returnUntil: null,
  mileage: 38_000,
  mileageUnit: 'mi',
  problem: null,
  events: [],
}
const proposal = { by: 'seller' as const, times: [tomorrow], at: paid.paidAt }
const agreed: Deal = {
  ...paid,
  state: 'handover-agreed',
  proposals: [proposal],
  handoverAt: tomorrow,
  releaseAt: '2026-12-01T17:00:00.000Z',
}

describe('the next step of a deal', () => {
  it('is a sentence in every state and for every role', () => {
    for (const state of dealStates)
      for (const role of ['buyer', 'seller', 'admin'] as const) {
        const { title, text } = nextStep({ ...paid, state, role, turn: null }, now)
        expect(title).not.toBe('')
        expect(text).toMatch(/^[A-Z].*\.$/)
        expect(text).not.toMatch(/undefined|null|NaN/)
      }
  })

  it('asks the side that has not proposed to accept', () => {
    const deal = { ...paid, proposals: [proposal] }
    expect(nextStep(deal, now)).toEqual({
      title: 'Your turn',
      text: 'Sam proposed a time. Accept it, or propose others.',
    })
    expect(nextStep({ ...deal, role: 'seller' }, now)).toEqual({
      title: 'Bea’s turn',
      text: 'You proposed a time. Bea accepts it or proposes others.',
    })
  })

  it('asks for new times once the proposed ones have passed', () => {
    const deal = { ...paid, proposals: [proposal] }
    expect(nextStep(deal, Date.parse(tomorrow)).text).toBe(
      'The proposed times have passed. Propose new ones.',
    )
  })

  it('shows when the seller is paid if no one confirms the handover', () => {
    expect(nextStep(agreed, now).text).toMatch(/^Meet Sam on .* by Dec 1, 2026, .*, we pay Sam\.$/)
    expect(nextStep({ ...agreed, role: 'seller' }, now).text).toMatch(/, we pay you\.$/)
  })

  it('waits for the other side if new times follow an agreement', () => {
    const times = ['2026-11-29T17:00:00.000Z']
    const deal = { ...agreed, proposals: [proposal, { by: 'buyer' as const, times, at: agreed.paidAt }] }
    expect(nextStep(deal, now).title).toBe('Sam’s turn')
    expect(nextStep({ ...deal, role: 'seller' }, now).title).toBe('Your turn')
  })
})

describe('a return', () => {
  const returned: Deal = {
    ...agreed,
    state: 'problem',
    turn: 'seller',
    refundedMinor: 90_000,
    problem: {
      openedBy: 'buyer',
      reason: 'return',
      text: '',
      openedAt: tomorrow,
      outcome: null,
      outcomeReason: null,
      decidedAt: null,
    },
  }

  it('waits for the seller and names the rest of the payment', () => {
    expect(getDealStateLabel(returned)).toBe('Being returned')
    expect(nextStep(returned, now)).toEqual({
      title: 'Sam’s turn',
      text: 'Bring the car back to Sam. Once they confirm that they have it, we refund $24,000 to your card.',
    })
    expect(nextStep({ ...returned, role: 'seller' }, now).title).toBe('Your turn')
  })

  it('has the deal’s ordinary label once an admin lets the sale stand', () => {
    const decided = { ...returned, problem: { ...returned.problem!, outcome: 'release' as const } }
    expect(getDealStateLabel({ ...decided, state: 'handed-over' })).toBe('Handed over')
  })
})

describe('the steps of a deal', () => {
  it('keeps the completed steps during a problem', () => {
    const steps = listDealSteps({ ...agreed, state: 'problem' })
    expect(steps.map(({ isDone }) => isDone)).toEqual([true, true, false, false])
  })

  it('completes all steps of a sale made before payouts were introduced', () => {
    expect(listDealSteps({ ...paid, state: 'closed' }).every(({ isDone }) => isDone)).toBe(true)
  })

  it('asks the seller to set up payouts only while money is waiting', () => {
    expect(isPayoutBlocked({ ...paid, needsPayoutAccount: true })).toBe(true)
    expect(isPayoutBlocked({ ...paid, state: 'closed', needsPayoutAccount: true })).toBe(false)
  })
})

describe('handover times', () => {
  it('finds no open proposal once it has been accepted', () => {
    expect(findOpenProposal({ ...paid, proposals: [proposal] })).toBe(proposal)
    expect(findOpenProposal(agreed)).toBeNull()
  })

  it('converts inputs in the user’s time zone', () => {
    const moment = new Date(2026, 0, 5, 9, 30)
    expect(parseDateAndTime(toDateInput(moment), '09:30')).toEqual(moment)
    expect(parseDateAndTime('', '09:30')).toBeNull()
    expect(parseDateAndTime('2026-01-05', '')).toBeNull()
  })
})

describe('the odometer', () => {
  it.each([
    ['37,999', true],
    ['38000', false],
    ['38 500', false],
    ['38,501', true],
  ])('judges %s', (typed, isSuspicious) => {
    expect(compareOdometer(typed, paid)?.isSuspicious).toBe(isSuspicious)
  })

  it('has nothing to compare without a listed mileage or with text', () => {
    expect(compareOdometer('38000', { mileage: null, mileageUnit: null })).toBeNull()
    expect(compareOdometer('many', paid)).toBeNull()
  })
})
