import { expect, it } from 'vitest'
import { choiceFacts, getOptionLabel } from '../../contract/cars/car-choices.ts'

it('labels bodies, fuels, and drives in American English', () => {
  const { body, fuel, drive } = choiceFacts
  expect(body.options.map((value) => getOptionLabel('body', value))).toEqual([
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
  expect(fuel.options.map((value) => getOptionLabel('fuel', value))).toEqual([
    'Gas',
    'Diesel',
    'Hybrid',
    'Plug-in hybrid',
    'Electric',
    'LPG',
    'Natural gas (CNG)',
    'Hydrogen',
  ])
  expect(drive.options.map((value) => getOptionLabel('drive', value))).toEqual([
    'Front-wheel drive',
    'Rear-wheel drive',
    'All-wheel drive',
    'Four-wheel drive',
  ])
})
