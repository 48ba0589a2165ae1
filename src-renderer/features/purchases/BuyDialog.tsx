import { carName } from '../../../contract/car-name.ts'
import type { Car } from '../../../contract/cars.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { buyStateOf } from './buy-state.ts'
import { BuyForm } from './BuyForm.tsx'
import { OnYourList } from './OnYourList.tsx'
import { purchasesApi } from './purchases.api.ts'
import type { BuyStepProps } from './use-buy-form.ts'

interface BuyDialogProps extends Omit<BuyStepProps, 'car'> {
  car: Car | undefined
  isOpen: boolean
}

/** 'Buy': puts a car on the purchase list, and leads on to paying. What is typed outlives closing and signing in again. */
export function BuyDialog({ car, isOpen, onClose, ...rest }: BuyDialogProps) {
  return (
    <Dialog
      isOpen={isOpen && car !== undefined}
      onClose={onClose}
      title={car ? `Buy ${carName(car)}` : 'Buy'}
    >
      {car && <BuyStep key={car._id} car={car} onClose={onClose} {...rest} />}
    </Dialog>
  )
}

/** The form, or what is to be done with a car that is on the list already. */
function BuyStep(props: BuyStepProps) {
  const { car, buyer } = props
  const { data: purchase = null } = purchasesApi.useFindNewestPurchaseQuery({
    query: { email: buyer.email, carID: car._id, limit: 1 },
  })
  const adding = purchasesApi.useAddPurchaseMutation()
  // Once it is sent the form stays, until the dialog is closed.
  const isUntouched = adding[1].isUninitialized
  const state = buyStateOf(car, { id: null, purchase })
  const isListed = state.kind === 'listed' || state.kind === 'waiting' || state.kind === 'held'
  if (isUntouched && isListed) return <OnYourList state={state} {...props} />
  return <BuyForm adding={adding} {...props} />
}
