import { describe, expect, it } from 'vitest'
import type { DecodedVin } from '../../contract/cars/decoded-vin.ts'
import { createEmptyCar } from '../../src-renderer/features/cars/car-form.ts'
import {
  compareWithVin,
  readVin,
  formatVinValue,
  listUneditedFields,
} from '../../src-renderer/features/cars/compare-with-vin.ts'

const decoded: DecodedVin = {
  vin: '1FADP5BU5DL500000',
  make: 'FORD',
  model: 'C-Max',
  year: 2013,
  trim: 'SEL',
  body: 'hatch',
  fuel: 'Hybrid',
  doors: 5,
  engineCc: null,
  note: null,
}
const says = readVin(decoded, ['Tesla', 'Ford'])

describe('VIN data in a form', () => {
  it('uses the make’s listed name, and omits missing data', () => {
    expect(says).toEqual({
      category_name: 'Ford',
      modelName: 'C-Max',
      year: 2013,
      trim: 'SEL',
      body: 'hatch',
      fuel: 'Hybrid',
      doors: 5,
    })
    expect(readVin(decoded, ['Tesla'])).not.toHaveProperty('category_name')
  })

  it('fills only empty fields', () => {
    const { empty, other } = compareWithVin(says, {
      ...createEmptyCar(),
      modelName: ' ',
      trim: 'sel',
      year: 2013,
    })
    expect(empty).toEqual(['category_name', 'modelName', 'body', 'fuel', 'doors'])
    expect(other).toEqual([])
  })

  it('is reported as a conflict if the form has a different value', () => {
    const typed = { ...createEmptyCar(), modelName: 'Fusion', year: 2012, fuel: 'Hybrid' as const }
    expect(compareWithVin(says, typed).other).toEqual(['modelName', 'year'])
  })

  it('matches a more detailed model name', () => {
    expect(compareWithVin(says, { ...createEmptyCar(), modelName: 'Ford CMAX Energi' }).other).toEqual([])
  })

  it('leaves fields marked as decoded until the user edits them', () => {
    const values = { ...createEmptyCar(), category_name: 'Ford', modelName: 'C-Max', year: 2012, trim: 'SEL' }
    expect(listUneditedFields({ modelName: 'C-Max', year: 2013, trim: 'SEL' }, values)).toEqual([
      'modelName',
      'trim',
    ])
  })

  it('is displayed in readable form', () => {
    expect(formatVinValue('body', 'hatch')).toBe('Hatchback')
    expect(formatVinValue('year', 2013)).toBe('2013')
  })
})
