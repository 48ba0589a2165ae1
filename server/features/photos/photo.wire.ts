import type { NamedCar as WireNamedCar, PhotoMatch as WirePhotoMatch } from '../../../contract/photos.ts'
import type { Config } from '../../config/config.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'
import { formatCarName, type Car } from '../cars/car.ts'
import type { NamedCar } from './named-cars.repository.ts'
import type { PhotoMatch } from './photo-matches.repository.ts'

export function toWireNamedCar({ name, car }: NamedCar): WireNamedCar {
  const { id, stockNo, state, images } = car
  return { name, _id: id, carName: formatCarName(car), stockNo, available: state, photos: images.length }
}

export function toWirePhotoMatch(
  { foundAt, cars: [first, second] }: PhotoMatch,
  cars: ReadonlyMap<string, Car>,
  config: Config,
): WirePhotoMatch {
  return { foundAt, cars: [toWireMatchingCar(first), toWireMatchingCar(second)] }

  function toWireMatchingCar({ carId, url }: PhotoMatch['cars'][number]) {
    const car = cars.get(carId)!
    return {
      _id: car.id,
      carName: formatCarName(car),
      available: car.state,
      image_url: toShownPhoto(url, config),
      sellerName: car.sellerName,
      sellerEmail: car.sellerEmail,
    }
  }
}
