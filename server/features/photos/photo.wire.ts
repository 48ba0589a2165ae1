import type { NamedCar as WireNamedCar } from '../../../contract/photos.ts'
import { nameOf } from '../cars/car.ts'
import type { NamedCar } from './named-cars.repository.ts'

export function toWireNamedCar({ name, car }: NamedCar): WireNamedCar {
  const { id, stockNo, state, images } = car
  return { name, _id: id, carName: nameOf(car), stockNo, available: state, photos: images.length }
}
