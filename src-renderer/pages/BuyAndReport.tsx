import { useNavigate } from 'react-router-dom'
import { buildCarName } from '../../contract/cars/car-name.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { pagePath, pages } from '../../contract/pages.ts'
import { useSession } from '../session/use-session.ts'
import { carsApi } from '../features/cars/cars.api.ts'
import { CarPhoto } from '../features/cars/CarPhoto.tsx'
import { BuyDialog } from '../features/purchases/BuyDialog.tsx'
import { ReportDialog } from '../features/reports/ReportDialog.tsx'
import type { CarDialogsState } from './use-car-dialogs.ts'

export interface CarDialogsProps {
  state: CarDialogsState
  cars: readonly Car[] | undefined
}

export function BuyAndReport({ state: { dialog, close, signInFor }, cars }: CarDialogsProps) {
  const { me } = useSession()
  const navigate = useNavigate()
  const shownCar = cars?.find((car) => car._id === dialog?.carId)
  // After sign-in, the dialog's car may not be on a loaded page of the list, so it is fetched
  // separately.
  const { data: fetched } = carsApi.useGetCarQuery(
    { params: { id: dialog?.carId ?? '' } },
    { skip: !dialog || shownCar !== undefined },
  )
  if (!me) return null

  const car = shownCar ?? (dialog ? fetched : undefined)
  const handleSignInNeeded = () => dialog && signInFor(dialog)
  return (
    <>
      <BuyDialog
        car={car}
        photo={
          car && <CarPhoto src={car.image_url} alt="" focus={car.coverFocus} className="rounded-compact" />
        }
        buyer={me}
        isOpen={dialog?.kind === 'buy' || dialog?.kind === 'reserve'}
        isReserving={dialog?.kind === 'reserve'}
        onClose={close}
        onSignInNeeded={handleSignInNeeded}
        onShowList={() => void navigate(pages.purchases.path)}
        onPay={(id) => void navigate(pagePath(dialog?.kind === 'reserve' ? 'reserve' : 'payment', { id }))}
      />
      <ReportDialog
        item={car && { _id: car._id, carName: buildCarName(car) }}
        reporterEmail={me.email}
        isOpen={dialog?.kind === 'report'}
        onClose={close}
        onSignInNeeded={handleSignInNeeded}
      />
    </>
  )
}
