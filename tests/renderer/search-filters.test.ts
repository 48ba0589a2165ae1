import { expect, test } from 'vitest'
import {
  listFilterChips,
  parseAmount,
  readFilters,
  showAmount,
  toggleFacetValue,
  toSearch,
  withAmount,
  findWrongFilters,
} from '../../src-renderer/features/search/search-filters.ts'

const read = (address: string) => readFilters(new URLSearchParams(address))

test('an address sets the search filters, and invalid values are ignored', () => {
  expect(read('q=%20model%203%20&fuel=Petrol,Diesel&priceMax=30000&page=2')).toEqual({
    q: 'model 3',
    fuel: 'Petrol,Diesel',
    priceMax: '30000',
  })
  expect(read('priceMin=cheap&yearMin=20199&mileageMax=-5&place=')).toEqual({})
})

test('a category in the address sets the brand, unless the address contains brands', () => {
  expect(read('category=Audi')).toEqual({ brand: 'Audi' })
  expect(read('category=Audi&brand=BMW')).toEqual({ brand: 'BMW' })
})

test('an address built from filters reads back as the same filters, without empty filters', () => {
  const filters = { q: 'a & b', brand: 'Audi,BMW', yearMin: '2018', place: '' }
  const address = toSearch(filters, 'price').toString()
  expect(address).toBe('q=a+%26+b&brand=Audi%2CBMW&yearMin=2018&sort=price')
  expect(read(address)).toEqual({ q: 'a & b', brand: 'Audi,BMW', yearMin: '2018' })
})

test('an option is added to the other options and removed from them', () => {
  expect(toggleFacetValue({ fuel: 'Petrol' }, 'fuel', 'Diesel').fuel).toBe('Petrol,Diesel')
  expect(toggleFacetValue({ fuel: 'Petrol,Diesel' }, 'fuel', 'Petrol').fuel).toBe('Diesel')
  expect(toggleFacetValue({ fuel: 'Diesel' }, 'fuel', 'Diesel').fuel).toBe('')
})

test('the ends of a range are swapped if they are in the wrong order', () => {
  expect(withAmount({ priceMin: '9000' }, 'priceMax', '500')).toEqual({ priceMin: '500', priceMax: '9000' })
  expect(withAmount({ yearMax: '2018' }, 'yearMin', '2020')).toEqual({ yearMin: '2018', yearMax: '2020' })
  expect(withAmount({ yearMin: '2018' }, 'yearMax', '')).toEqual({ yearMin: '2018', yearMax: '' })
})

test.each([
  ['priceMax', '$24,900', '24900', '$24,900'],
  ['priceMax', '18450.50', '18450.5', '$18,450.50'],
  ['priceMax', '24.900', null, ''],
  ['mileageMax', '40,000', '40000', '40,000'],
  ['mileageMax', '12345678', null, ''],
  ['yearMin', '2019', '2019', '2019'],
  ['yearMin', '2,019', null, ''],
  ['yearMin', ' ', '', ''],
] as const)('%s typed as %s is %s', (key, typed, amount, formatted) => {
  expect(parseAmount(key, typed)).toBe(amount)
  expect(showAmount(key, amount ?? undefined)).toBe(formatted)
})

test('every filter has a readable chip, and each chip removes only its own filter', () => {
  const filters = read(
    'q=tow&place=Leeds&brand=Audi&body=suv,sedan&priceMin=9000&priceMax=35000&yearMin=2018&mileageMax=50000',
  )
  const chips = listFilterChips(filters)
  expect(chips.map(({ text }) => text)).toEqual([
    '“tow”',
    '$9,000 to $35,000',
    'Audi',
    'SUV',
    'Sedan',
    '2018 or newer',
    'Up to 50,000 mi',
    'In Leeds',
  ])
  for (const chip of chips)
    expect(listFilterChips(chip.without).map(({ text }) => text)).toEqual(
      chips.filter((otherChip) => otherChip !== chip).map(({ text }) => text),
    )
  expect(
    listFilterChips({ title: 'clean', accidents: 'none known', warranty: 'dealer' }).map(({ text }) => text),
  ).toEqual(['Title: Clean', 'Accidents: None known', 'Warranty: Dealer'])
  expect(listFilterChips({ priceMax: '35000', yearMax: '2015' }).map(({ text }) => text)).toEqual([
    'Under $35,000',
    '2015 or older',
  ])
})

test('an unknown value is displayed as in the address, and the other choices remain', () => {
  const filters = { fuel: 'Petrol, steam,Petrol,coal', q: 'x'.repeat(201) }
  const wrong = findWrongFilters(filters, [
    { path: 'fuel.2', message: 'Choose Petrol, Diesel, Hybrid, or Electric.' },
    { path: 'q', message: 'Use at most 200 characters.' },
    { path: 'cursor', message: 'Use the cursor from the list’s Link header.' },
  ])
  expect(wrong.map(({ name, fix, text }) => [name, fix, text])).toEqual([
    [
      'Fuel',
      'Choose Gas, Diesel, Hybrid, Plug-in hybrid, Electric, LPG, Natural gas (CNG), or Hydrogen.',
      '“coal”',
    ],
    ['Search words', 'Use at most 200 characters.', `“${'x'.repeat(39)}…”`],
  ])
  expect(
    findWrongFilters({ brand: 'Yugo' }, [{ path: 'brand.0', message: 'Choose Audi, BMW, or Tesla.' }]),
  ).toMatchObject([{ name: 'Make', fix: 'Choose Audi, BMW, or Tesla.' }])
  expect(wrong[0]!.without).toEqual({ ...filters, fuel: 'Petrol,steam' })
  expect(wrong[1]!.without).toEqual({ ...filters, q: '' })
})
