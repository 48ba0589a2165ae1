import { strings } from '../../contract/strings.ts'
import { AddCar } from '../features/cars/AddCar.tsx'
import { PageHead } from '../ui/PageHead.tsx'

export function AddCarPage() {
  return (
    <>
      <PageHead title={strings.cars.addTitle} text="Fields without (optional) are needed." />
      <AddCar />
    </>
  )
}
