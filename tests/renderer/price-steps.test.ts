import { expect, it } from 'vitest'
import type { CarChange } from '../../contract/cars/car-changes.ts'
import { getFieldLabel } from '../../contract/cars/change-labels.ts'
import { listPriceSteps, formatPriceSummary } from '../../src-renderer/features/changes/price-steps.ts'
import { formatChangeValue as textOf } from '../../contract/cars/change-values.ts'
import { formatChangeAction, groupChanges } from '../../src-renderer/features/changes/change-text.ts'
import { findMileageUnits } from '../../src-renderer/features/changes/mileage-units.ts'

const now = Date.parse('2026-11-22T12:00:00Z')

function listed(timestamp: string, after: string): CarChange {
  return { at: `${timestamp}T12:00:00Z`, field: 'listed', before: null, after }
}

function price(timestamp: string, before: string, after: string): CarChange {
  return { at: `${timestamp}T12:00:00Z`, field: 'resellPrice', before, after }
}

it.each([
  ['Listed today', [listed('2026-11-22', '24,900')]],
  ['Listed 1 day', [listed('2026-11-21', '24,900')]],
  [
    'Listed 42 days, $1,000 less since November 3',
    [price('2026-11-03', '24,900', '23,900'), listed('2026-10-11', '24,900')],
  ],
  [
    'Listed 52 days, $500 more since November 10',
    [
      price('2026-11-10', '23,900', '25,400'),
      price('2026-11-03', '24,900', '23,900'),
      listed('2026-10-01', '24,900'),
    ],
  ],
  // The car was relisted at its current price, so the price dates from the earlier cut.
  [
    'Listed 52 days, $1,000 less since November 3',
    [listed('2026-11-20', '23,900'), price('2026-11-03', '24,900', '23,900'), listed('2026-10-01', '24,900')],
  ],
  [
    'Listed 417 days, $1,000 less since December 24, 2025',
    [price('2025-12-24', '24,900', '$23,900.00'), listed('2025-10-01', '24,900')],
  ],
  ['Listed 52 days', [price('2026-11-03', '24,900', 'Price on request'), listed('2026-10-01', '24,900')]],
  // An earlier seller listed the same car, but that entry does not count.
  [
    'Listed 12 days',
    [listed('2026-11-10', '22,000'), { ...listed('2026-01-10', '24,900'), earlierSeller: true as const }],
  ],
  [null, [{ ...listed('2026-01-10', '24,900'), earlierSeller: true as const }]],
  // A car that began as a draft has no history entry for its listing.
  [null, [price('2026-11-03', '24,900', '23,900')]],
  [null, []],
])('the summary is “%s”', (summary, changes) => {
  expect(formatPriceSummary(changes, now)).toBe(summary)
})

it('the history shows the difference of each step if both prices are known', () => {
  const changes = [
    listed('2026-11-20', '22,000'),
    price('2026-11-10', 'Price on request', '23,000'),
    price('2026-11-05', '23,900', 'Price on request'),
    price('2026-11-03', '24,900', '23,900'),
    { ...price('2026-11-01', 'Boise', 'Salem'), field: 'location' },
    listed('2026-10-01', '24,900'),
  ]
  expect(listPriceSteps(changes).map(({ title, difference }) => [title, difference?.text])).toEqual([
    ['Listed again at $22,000', '$1,000 less'],
    ['Price set to $23,000', undefined],
    ['Price on request', undefined],
    ['Price cut to $23,900', '$1,000 less'],
    ['Listed at $24,900', undefined],
  ])
})

it('an earlier seller’s listing is attributed to them and not compared with later prices', () => {
  const earlierSellers = { earlierSeller: true } as const
  const changes = [
    price('2026-11-20', '23,000', '22,000'),
    listed('2026-11-10', '23,000'),
    { ...price('2026-01-20', '26,000', '25,000'), ...earlierSellers },
    { ...listed('2026-01-10', '26,000'), ...earlierSellers },
  ]
  expect(listPriceSteps(changes).map(({ title, difference }) => [title, difference?.text])).toEqual([
    ['Price cut to $22,000', '$1,000 less'],
    ['Listed at $23,000', undefined],
    ['Price cut to $25,000', '$1,000 less'],
    ['Listed at $26,000 by an earlier seller', undefined],
  ])
})

const valueText = (field: string, value: CarChange['before']) =>
  textOf(field, value, { unit: 'mi', shown: 'mi' })

it('values are formatted for readers, and an unknown field gets a label from its name', () => {
  expect([valueText('available', 'sold-elsewhere'), valueText('fuel', 'Petrol')]).toEqual([
    'Sold elsewhere',
    'Gas',
  ])
  expect([valueText('resellPrice', '24900'), valueText('resellPrice', 'call me')]).toEqual([
    '$24,900',
    'call me',
  ])
  expect([valueText('powerKw', 150), valueText('mileage', 38012), valueText('year', 2021)]).toEqual([
    '150 kW (201 hp)',
    '38,012 mi',
    '2021',
  ])
  expect(valueText('elsewhereOn', '2026-11-22')).toBe('Nov 22, 2026')
  expect([valueText('hiddenAt', null), valueText('location', null)]).toEqual(['No', ''])
  expect([getFieldLabel('available'), getFieldLabel('spareKeys')]).toEqual(['Status', 'Spare keys'])
})

it('a mileage is shown in the reader’s unit, regardless of the seller’s unit at that time', () => {
  const edit = (field: string, before: CarChange['before'], after: CarChange['after'], set: string) => ({
    ...price('2026-11-03', '', ''),
    field,
    before,
    after,
    set,
  })
  const changes = [
    edit('mileage', 50_000, 51_000, '3'),
    edit('mileageUnit', 'mi', 'km', '2'),
    edit('mileage', 30_000, 50_000, '2'),
    edit('mileage', 29_000, 30_000, '1'),
  ]
  const units = findMileageUnits(changes, 'km')
  const texts = changes
    .filter(({ field }) => field === 'mileage')
    .map((change) => {
      const { before, after } = units.get(change)!
      const text = (value: CarChange['before'], unit: typeof before) =>
        textOf('mileage', value, { unit, shown: 'km' })
      return [text(change.before, before), text(change.after, after)]
    })
  expect(texts).toEqual([
    ['50,000 km', '51,000 km'],
    ['48,280 km', '50,000 km'],
    ['46,671 km', '48,280 km'],
  ])
  expect(textOf('mileage', 38_012, { unit: null, shown: 'km' })).toBe('38,012, unit not given')
})

it('the history shows the rename of a make, and its author', () => {
  const rename: CarChange = { ...price('2026-11-03', 'Skoda', 'Škoda'), field: 'category_name', kind: null }
  expect(formatChangeAction([{ ...rename, by: 'team' }], true)).toBe(
    'Make renamed from Skoda to Škoda by our team',
  )
  expect(formatChangeAction([{ ...rename, by: 'seller', kind: 'edit' }], true)).toBe('Edited by you')
  const sale: CarChange = { ...rename, field: 'available', by: 'buyer' }
  expect(formatChangeAction([sale], true)).toBe('Status changed by a buyer')
})

it('the history groups fields that were changed together, and separates the steps of a sale', () => {
  const change = (field: string, set: string | null): CarChange => ({
    ...price('2026-11-03', 'a', 'b'),
    field,
    set,
  })
  const changes = [change('a', '2'), change('b', '1'), change('c', '1'), change('d', null), change('e', null)]
  expect(groupChanges(changes).map((all) => all.map(({ field }) => field))).toEqual([
    ['a'],
    ['b', 'c'],
    ['d'],
    ['e'],
  ])
})
