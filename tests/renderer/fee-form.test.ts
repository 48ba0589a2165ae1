import { describe, expect, it } from 'vitest'
import { formatFeeRate } from '../../contract/fees.ts'
import {
  feeForm,
  toBasisPoints,
  toFeeInput,
  toFeeRate,
  toFormInput,
} from '../../src-renderer/features/fees/fee-form.ts'

describe('the fee form', () => {
  it.each([
    ['2', 200],
    ['2.5', 250],
    [' 2.25 % ', 225],
    ['0', 0],
    ['50', 5000],
  ])('reads %s as a percentage', (typed, basisPoints) => {
    expect(toBasisPoints(typed)).toBe(basisPoints)
  })

  it.each(['', '-1', '50.01', '2.125', '2,5', 'two'])('rejects %j as a percentage', (typed) => {
    expect(toBasisPoints(typed)).toBeNull()
  })

  it.each([
    { basisPoints: 225, minimum: 2_500, maximum: 150_050 },
    { basisPoints: 0, minimum: 0, maximum: null },
  ])('formats a rate so that saving it changes nothing', (rate) => {
    expect(toFeeRate(toFormInput(rate))).toEqual(rate)
  })

  it('sends empty amounts as no limits', () => {
    expect(toFeeInput({ percent: '2', minimum: ' ', maximum: '' })).toEqual({
      basisPoints: 200,
      minimum: '0',
      maximum: null,
    })
  })

  it('shows no preview while an amount is invalid', () => {
    expect(toFeeRate({ percent: '2', minimum: 'some', maximum: '' })).toBeNull()
    expect(toFeeRate({ percent: '2', minimum: '', maximum: 'some' })).toBeNull()
  })

  it('shows an error at the maximum fee if it is less than the minimum', () => {
    const { error } = feeForm.safeParse({ percent: '2', minimum: '50', maximum: '25' })
    expect(error?.issues.map(({ path }) => path)).toEqual([['maximum']])
  })

  it('describes a rate', () => {
    expect(formatFeeRate({ basisPoints: 250, minimum: 2_500, maximum: 50_000 })).toBe(
      '2.5%, at least $25, at most $500',
    )
    expect(formatFeeRate({ basisPoints: 200, minimum: 0, maximum: null })).toBe('2%')
  })
})
