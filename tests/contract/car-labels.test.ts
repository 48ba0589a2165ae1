import { expect, it } from 'vitest'
import { choiceFacts, optionLabel } from '../../contract/cars/car-choices.ts'

it('labels bodies, fuels, and drives in American English', () => {
  const { body, fuel, drive } = choiceFacts
  expect(body.options.map((value) => optionLabel('body', value))).toEqual([
    'Sedan',
    'Hatchback',
    'SUV',
    'Coupe',
    'Wagon',
    'Truck',
    'Convertible',
    'Minivan',
    'Van',
  ])
  expect(fuel.options.map((value) => optionLabel('fuel', value))).toEqual([
    'Gas',
    'Diesel',
    'Hybrid',
    'Plug-in hybrid',
    'Electric',
    'LPG',
    'Natural gas (CNG)',
    'Hydrogen',
  ])
  expect(drive.options.map((value) => optionLabel('drive', value))).toEqual([
    'Front-wheel drive',
    'Rear-wheel drive',
    'All-wheel drive',
    'Four-wheel drive',
  ])
})
