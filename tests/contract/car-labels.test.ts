import { expect, it } from 'vitest'
import { bodyLabel } from '../../contract/body-label.ts'
import { bodies, fuels } from '../../contract/car-choices.ts'
import { fuelLabel } from '../../contract/fuel-label.ts'

it('calls bodies and fuels what American drivers do', () => {
  expect(bodies.map(bodyLabel)).toEqual(['Sedan', 'Hatchback', 'SUV', 'Coupe', 'Wagon', 'Truck'])
  expect(fuels.map(fuelLabel)).toEqual(['Gas', 'Diesel', 'Hybrid', 'Electric'])
})
