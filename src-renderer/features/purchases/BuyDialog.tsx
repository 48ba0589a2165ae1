import { carName } from '../../../contract/cars/car-name.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { formatMoney, isPayable } from '../../../contract/money.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { priceLabel } from '../../ui/controls/Price.tsx'
import { buyStateOf, type BuyState } from './buy-state.ts'
import { BuyForm } from './BuyForm.tsx'
import { BuySummary } from './BuySummary.tsx'
import { HoldNote } from './HoldNote.tsx'
import { purchasesApi } from './purchases.api.ts'
import type { BuyStepProps } from './use-buy-form.ts'

interface BuyDialogProps extends Omit<BuyStepProps, 'car'> {
  car: Car | undefined
  isOpen: boolean
}

/**
 * Puts a car on the purchase list and continues to payment. Typed input survives closing the dialog and
 * signing in again.
 */
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

function BuyStep(props: BuyStepProps) {
  const { car, buyer } = props
  const { data: purchase = null } = purchasesApi.useFindNewestPurchaseQuery({
    query: { email: buyer.email, carID: car._id, limit: 1 },
  })
  const adding = purchasesApi.useAddPurchaseMutation()
  // Once submitted, the form stays until the dialog closes.
  const isUntouched = adding[1].isUninitialized
  const state = buyStateOf(car, { id: null, purchase })
  const isListed = state.kind === 'listed' || state.kind === 'waiting' || state.kind === 'held'
  if (isUntouched && isListed) return <OnYourList state={state} {...props} />
  return <BuyForm adding={adding} {...props} />
}

/** Offers to pay for a car that is already on the list and can't be added twice. */
function OnYourList({
  state: { kind, purchase },
  car,
  picture,
  onClose,
  onShowList,
  onPay,
}: BuyStepProps & { state: { kind: BuyState['kind']; purchase: Purchase } }) {
  // Closing the dialog first makes Back lead to the page, not to the dialog.
  function leaveBy(go: () => void) {
    onClose()
    go()
  }

  return (
    <>
      <p className="mb-4 text-muted">
        This car is on your purchase list.{kind === 'waiting' && ' You can’t pay for it right now.'}
      </p>
      <BuySummary
        picture={picture}
        facts={[
          ['Model', car.modelName],
          ['Price', priceLabel(car.priceMinor, car.resellPrice)],
          ['Phone', purchase.buyerContact],
          ['Meeting place', purchase.meetingPlace],
        ]}
      />
      <HoldNote />
      <DialogActions>
        <Button variant="secondary" onClick={() => leaveBy(onShowList)}>
          View your list
        </Button>
        {kind !== 'waiting' && isPayable(car.priceMinor) && (
          <Button onClick={() => leaveBy(() => onPay(purchase._id))}>
            Pay {formatMoney(car.priceMinor)}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
