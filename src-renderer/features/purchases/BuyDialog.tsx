import type { ReactNode } from 'react'
import { carName } from '../../../contract/car-name.ts'
import type { Car } from '../../../contract/cars.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { buyStateOf } from './buy-state.ts'
import { BuyForm } from './BuyForm.tsx'
import { OnYourList } from './OnYourList.tsx'
import { purchasesApi } from './purchases.api.ts'

export interface Buyer {
  email: string
  fullName: string
}

export interface BuyDialogProps {
  car: Car | undefined
  picture: ReactNode
  buyer: Buyer
  isOpen: boolean
  onClose: () => void
  /** The session ended meanwhile. */
  onSignInNeeded: () => void
  /** Goes to the purchase list. */
  onShowList: () => void
  /** Goes to the payment of that item of the list. */
  onPay: (purchaseId: string) => void
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

export interface BuyStepProps extends Omit<BuyDialogProps, 'car' | 'isOpen'> {
  car: Car
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
