import { describe, expect, it } from 'vitest'
import { formatCount } from '../../contract/number-format.ts'
import { joinNames } from '../../src-renderer/ui/join-names.ts'
import {
  formatHiddenNote,
  isEverythingSelected,
  describeSelection,
  describeSkippedRows,
} from '../../src-renderer/ui/table/selection.ts'

const maxCount = 1000
const foundCars = (count: string, hasMore = false) => ({ size: `${count} found`, hasMore })

describe('a selection', () => {
  it('shows how many of the found rows are selected', () => {
    expect(describeSelection({ items: [1, 2, 3], found: '1,204' })).toBe('3 of 1,204')
  })

  it('has no note if everything requested is selected', () => {
    expect(describeSkippedRows({ requested: 12, selectableCount: 12, maxCount }, foundCars('12'))).toBeNull()
    expect(
      describeSkippedRows({ requested: maxCount, selectableCount: maxCount, maxCount }, foundCars('1,000')),
    ).toBeNull()
    expect(describeSkippedRows({ requested: 0, selectableCount: 0, maxCount }, foundCars('0'))).toBeNull()
  })

  it('mentions rows that cannot be selected', () => {
    expect(describeSkippedRows({ requested: 12, selectableCount: 11, maxCount }, foundCars('12'))).toBe(
      'The other one can’t be selected.',
    )
    expect(describeSkippedRows({ requested: 12, selectableCount: 9, maxCount }, foundCars('12'))).toBe(
      'The other 3 can’t be selected.',
    )
    expect(describeSkippedRows({ requested: 12, selectableCount: 0, maxCount }, foundCars('12'))).toBe(
      'None of these can be selected.',
    )
  })

  it('mentions the limit if there are more rows than one change takes', () => {
    const note = 'Selected the first 1,000 of 1,204 found; that’s the most one change can take.'
    expect(
      describeSkippedRows({ requested: 1100, selectableCount: maxCount + 1, maxCount }, foundCars('1,204')),
    ).toBe(note)
    expect(
      describeSkippedRows(
        { requested: maxCount, selectableCount: maxCount, maxCount },
        foundCars('1,204', true),
      ),
    ).toBe(note)
  })

  it('mentions the loaded rows if the rest fail to load', () => {
    expect(
      describeSkippedRows({ requested: 100, selectableCount: 98, maxCount }, foundCars('1,204', true)),
    ).toBe('Selected the 98 that have loaded of 1,204 found.')
  })

  it('mentions rows that a search has hidden', () => {
    expect(formatHiddenNote(1, 'car')).toBe('1 car was hidden and is no longer selected.')
    expect(formatHiddenNote(2, 'report')).toBe('2 reports were hidden and are no longer selected.')
  })

  it('is full with all selectable rows, or with the maximum for one change', () => {
    expect([
      isEverythingSelected(0, 0, maxCount),
      isEverythingSelected(2, 3, maxCount),
      isEverythingSelected(3, 3, maxCount),
    ]).toEqual([false, false, true])
    expect([isEverythingSelected(999, 1204, maxCount), isEverythingSelected(1000, 1204, maxCount)]).toEqual([
      false,
      true,
    ])
  })
})

describe('rows in a sentence', () => {
  it('are counted', () => {
    expect([0, 1, 2, 1204].map((count) => formatCount(count, 'car'))).toEqual([
      '0 cars',
      '1 car',
      '2 cars',
      '1,204 cars',
    ])
  })

  it('are named, except the last rows of a long list', () => {
    expect(joinNames(['A4'])).toBe('A4')
    expect(joinNames(['A4', 'i3'])).toBe('A4 and i3')
    expect(joinNames(['A4', 'i3', 'Q5', 'X3'])).toBe('A4, i3, Q5, and X3')
    expect(joinNames(['A4', 'i3', 'Q5', 'X3', 'Z4'])).toBe('A4, i3, Q5, and 2 more')
  })
})
