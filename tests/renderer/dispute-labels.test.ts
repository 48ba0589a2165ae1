import { isAnswerable } from '../../contract/disputes.ts'
import { describe, expect, it } from 'vitest'
import { describeDeadline, getDisputeReason } from '../../src-renderer/features/disputes/dispute-labels.ts'
import { hasText } from '../../contract/disputes.ts'
import { findChangedTexts } from '../../src-renderer/features/disputes/evidence-edits.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const HOUR = 3_600_000

describe('the deadline of a dispute', () => {
  it.each([
    [7.9 * 24, '7 days left', false],
    [3 * 24, '3 days left', false],
    [3 * 24 - 0.1, '2 days left', true],
    [24, '1 day left', true],
    [23.9, '23 hours left', true],
    [1, '1 hour left', true],
    [0.5, 'Less than an hour left', true],
    [0, 'Deadline passed', true],
    [-48, 'Deadline passed', true],
  ])('is described %d hours before it', (hours, text, isUrgent) => {
    expect(describeDeadline(new Date(now + hours * HOUR).toISOString(), now)).toEqual({ text, isUrgent })
  })
})

describe('a dispute', () => {
  it('can be answered once, while the bank waits for evidence', () => {
    expect(isAnswerable({ state: 'needs_response', submittedAt: null })).toBe(true)
    expect(isAnswerable({ state: 'needs_response', submittedAt: '2026-11-20T12:00:00Z' })).toBe(false)
    for (const state of ['under_review', 'won', 'lost', 'warning_closed', 'prevented'] as const)
      expect(isAnswerable({ state, submittedAt: null })).toBe(false)
  })

  it('has a reason in plain words, even if Stripe adds new ones', () => {
    expect(getDisputeReason({ reason: 'fraudulent' }).text).toBe(
      'The cardholder says they didn’t make this payment.',
    )
    for (const reason of ['new_reason', 'constructor'])
      expect(getDisputeReason({ reason }).text).toBe('The bank gave no specific reason.')
  })
})

describe('typed evidence', () => {
  it('is saved only if it differs from the stored texts', () => {
    const stored = { customer_name: 'Bea', service_date: '2026-11-20' }
    const typed = { customer_name: ' Bea\n', service_date: '', uncategorized_text: 'New' }
    expect(findChangedTexts(typed, stored)).toEqual({ service_date: '', uncategorized_text: 'New' })
  })

  it('is missing if all texts are blank', () => {
    expect(hasText({ customer_name: ' ', service_date: '' })).toBe(false)
    expect(hasText({ customer_name: 'Bea' })).toBe(true)
  })
})
