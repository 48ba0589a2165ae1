import { strings } from '../../contract/strings.ts'
import { UnconfirmedNotice } from '../session/UnconfirmedNotice.tsx'
import { AddCar } from '../features/cars/AddCar.tsx'
import { PageHead } from '../ui/controls/PageHead.tsx'

export function AddCarPage() {
  return (
    <>
      <PageHead
        title={strings.cars.addTitle}
        text="What you type is kept as a draft until you add the car."
      />
      <UnconfirmedNotice
        waits="Until then, you can’t list a car; what you type here is kept."
        className="mb-5 max-w-[760px]"
      />
      <AddCar />
    </>
  )
}
