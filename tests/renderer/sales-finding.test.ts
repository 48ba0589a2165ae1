import { expect, it } from 'vitest'
import { describeSales, formatPeriod } from '../../src-renderer/features/overview/sales-finding.ts'

it.each([
  [3, 2, 'Three cars sold in January so far, one more than in December'],
  [1, 0, 'One car sold in January so far, none in December'],
  [2, 2, 'Two cars sold in January so far, as many as in December'],
  // The month is not over, so fewer sales are not a decline.
  [1, 12, 'One car sold in January so far, 12 in December'],
  [0, 4, 'No car sold in January yet, four in December'],
  [0, 0, 'No car sold in January yet, none in December'],
  [1200, 1, '1,200 cars sold in January so far, 1,199 more than in December'],
])('the summary compares %i sales with %i in the previous month', (cars, before, finding) => {
  const months = [month('2026-11', 7), month('2026-12', before), month('2027-01', cars)]
  expect(describeSales(months)).toBe(finding)
})

it('the summary reports that nothing sold in the whole period', () => {
  expect(describeSales(['2026-08', '2026-09', '2026-10'].map((name) => month(name, 0)))).toBe(
    'No car sold in the last three months',
  )
})

it('the summary names the counted period, with the year only once if it is the same', () => {
  expect(plain(formatPeriod('2026-06', '2026-11'))).toBe('June – November 2026')
  expect(plain(formatPeriod('2025-09', '2026-02'))).toBe('September 2025 – February 2026')
})

function plain(text: string): string {
  return text.replaceAll(/\s/g, ' ')
}

function month(name: string, cars: number) {
  return { month: name, cars, amount: cars * 100 }
}
