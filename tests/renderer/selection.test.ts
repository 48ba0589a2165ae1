import { describe, expect, it } from 'vitest'
import { MAX_AT_ONCE } from '../../contract/max-at-once.ts'
import { countOf } from '../../src-renderer/ui/count-of.ts'
import { nameSome } from '../../src-renderer/ui/name-some.ts'
import { hiddenNote, isFull, scopeOf, takeNote } from '../../src-renderer/ui/selection.ts'

const found = (count: string, hasMore = false) => ({ size: `${count} found`, hasMore })

describe('what a selection covers is said', () => {
  it('as so many of those that are found', () => {
    expect(scopeOf({ items: [1, 2, 3], found: '1,204' })).toBe('3 of 1,204')
  })

  it('and nothing more where all that was asked for is selected', () => {
    expect(takeNote(12, 12, found('12'))).toBeNull()
    expect(takeNote(MAX_AT_ONCE, MAX_AT_ONCE, found('200'))).toBeNull()
    expect(takeNote(0, 0, found('0'))).toBeNull()
  })

  it('with those that cannot be selected', () => {
    expect(takeNote(12, 11, found('12'))).toBe('The other one can’t be selected.')
    expect(takeNote(12, 9, found('12'))).toBe('The other 3 can’t be selected.')
    expect(takeNote(12, 0, found('12'))).toBe('None of these can be selected.')
  })

  it('with the limit where there are more than one change takes', () => {
    const note = 'Selected the first 200 of 1,204 found; that’s the most one change can take.'
    expect(takeNote(300, MAX_AT_ONCE + 1, found('1,204'))).toBe(note)
    expect(takeNote(200, MAX_AT_ONCE, found('1,204', true))).toBe(note)
  })

  it('with what has loaded where the rest does not', () => {
    expect(takeNote(100, 98, found('1,204', true))).toBe('Selected the 98 that have loaded of 1,204 found.')
  })

  it('with those that a search has hidden', () => {
    expect(hiddenNote(1, 'car')).toBe('1 car was hidden and is no longer selected.')
    expect(hiddenNote(2, 'report')).toBe('2 reports were hidden and are no longer selected.')
  })

  it('is full with all that may be taken, or with as many as one change takes', () => {
    expect([isFull(0, 0), isFull(2, 3), isFull(3, 3)]).toEqual([false, false, true])
    expect([isFull(199, 1204), isFull(200, 1204)]).toEqual([false, true])
  })
})

describe('rows in a sentence', () => {
  it('are counted', () => {
    expect([0, 1, 2, 1204].map((count) => countOf(count, 'car'))).toEqual([
      '0 cars',
      '1 car',
      '2 cars',
      '1,204 cars',
    ])
  })

  it('are named, but for the last of many', () => {
    expect(nameSome(['A4'])).toBe('A4')
    expect(nameSome(['A4', 'i3'])).toBe('A4 and i3')
    expect(nameSome(['A4', 'i3', 'Q5', 'X3'])).toBe('A4, i3, Q5, and X3')
    expect(nameSome(['A4', 'i3', 'Q5', 'X3', 'Z4'])).toBe('A4, i3, Q5, and 2 more')
  })
})
