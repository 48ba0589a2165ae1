import { describe, expect, it } from 'vitest'
import { findMakeOfModel } from '../../contract/cars/model-makes.ts'

const makes = ['Tesla', 'Audi', 'BMW']

describe('the make of a model', () => {
  it.each([
    ['Model 3', 'Tesla'],
    ['model y long range', 'Tesla'],
    ['2021 Model S Plaid', 'Tesla'],
    ['Cybertruck', 'Tesla'],
    ['A4', 'Audi'],
    ['A4 Avant 40 TDI', 'Audi'],
    ['Q5', 'Audi'],
    ['SQ7', 'Audi'],
    ['RS 6 Avant', 'Audi'],
    ['RS3', 'Audi'],
    ['S4', 'Audi'],
    ['TT RS', 'Audi'],
    ['e-tron GT', 'Audi'],
    ['M3', 'BMW'],
    ['M3 Competition', 'BMW'],
    ['X5 xDrive40i', 'BMW'],
    ['330i', 'BMW'],
    ['M340i', 'BMW'],
    ['118d', 'BMW'],
    ['3 Series', 'BMW'],
    ['i3 120 Ah', 'BMW'],
    ['iX', 'BMW'],
    ['Z4', 'BMW'],
  ])('is recognized for %s: %s', (model, make) => {
    expect(findMakeOfModel(model, makes)).toBe(make)
  })

  it('is the make named in the text, regardless of case and punctuation', () => {
    expect(findMakeOfModel('tesla roadster', makes)).toBe('Tesla')
    expect(findMakeOfModel('My (BMW) with new tires', makes)).toBe('BMW')
    expect(findMakeOfModel('Audi Model 3', makes)).toBe('Audi')
  })

  it.each([
    ['2015 Subaru Outback', 'Subaru'],
    ['kia ceed', 'Kia'],
    ['Land Rover Discovery', 'Land Rover'],
    ['Rover 75', 'Rover'],
    ['Seat León', 'SEAT'],
    ['Dodge Ram 1500', 'Dodge'],
  ])('is found at the start of %s: %s, even if it has no cars', (model, make) => {
    const all = ['Kia', 'Rover', 'Land Rover', 'SEAT', 'Subaru', 'Ram', 'Dodge', ...makes]
    expect(findMakeOfModel(model, all, makes)).toBe(make)
  })

  it.each(['Leather seat Golf', 'Seats5', 'Kia-like'])(
    'is not guessed from %s if it has no cars',
    (model) => {
      expect(findMakeOfModel(model, ['SEAT', 'Kia', ...makes], makes)).toBeNull()
    },
  )

  it.each([
    '',
    'Model',
    'Model T',
    'A45 AMG',
    'Q50',
    'S60',
    'C300',
    '300',
    '911',
    'i30',
    'X',
    'Golf',
    'Teslarossa',
    'Audi-powered BMW',
  ])('is not guessed from “%s”', (model) => {
    expect(findMakeOfModel(model, makes)).toBeNull()
  })

  it('is always an existing make', () => {
    expect(findMakeOfModel('Model 3', ['Audi'])).toBeNull()
    expect(findMakeOfModel('Trabant 601', ['Trabant'])).toBe('Trabant')
  })
})
