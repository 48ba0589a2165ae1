import { buildCarName } from '../../../contract/cars/car-name.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { formatMoney, isPayable } from '../../../contract/money.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog, DialogActions } from '../../ui/overlays/Dialog.tsx'
import { formatPriceLabel } from '../../ui/controls/Price.tsx'
import { DepositNote } from '../../ui/controls/DepositNote.tsx'
import { getAmountDue, getOfferedDeposit } from '../../../contract/reservation.ts'
import { getBuyState, type BuyState } from './buy-state.ts'
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
 * Puts a car on the purchase list and continues to the payment of its price or its deposit. Typed input survives closing the dialog and
 * signing in again.
 */
export function BuyDialog({ car, isOpen, isReserving, onClose, ...rest }: BuyDialogProps) {
  return (
    <Dialog
      isOpen={isOpen && car !== undefined}
      onClose={onClose}
      title={car ? `${isReserving ? 'Reserve' : 'Buy'} ${buildCarName(car)}` : 'Buy'}
    >
      {car && <BuyStep key={`${isReserving} ${car._id}`} {...{ car, isReserving, onClose }} {...rest} />}
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
  const state = getBuyState(car, { id: null, purchase })
  if (isUntouched && isOnList(state)) return <OnYourList state={state} {...props} />
  return <BuyForm adding={adding} {...props} />
}

function isOnList(state: BuyState): state is Extract<BuyState, { purchase: Purchase }> {
  return 'purchase' in state && state.kind !== 'bought'
}

/** Offers to pay for a car that is already on the list and can't be added twice. */
function OnYourList({
  state: { kind, purchase },
  car,
  photo,
  onClose,
  onShowList,
  onPay,
  isReserving,
}: BuyStepProps & { state: { kind: BuyState['kind']; purchase: Purchase } }) {
  const depositMinor = isReserving && kind === 'listed' ? getOfferedDeposit(car) : null

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
        photo={photo}
        facts={[
          ['Model', car.modelName],
          ['Price', formatPriceLabel(car.allInMinor, car.resellPrice)],
          ...(depositMinor === null ? [] : [['Deposit', formatMoney(depositMinor)] as const]),
          ['Phone', purchase.buyerContact],
          ['Meeting place', purchase.meetingPlace],
        ]}
      />
      {depositMinor === null ? <HoldNote /> : <DepositNote car={car} className="mt-4" />}
      <DialogActions>
        <Button variant="secondary" onClick={() => leaveBy(onShowList)}>
          View your list
        </Button>
        {kind !== 'waiting' && isPayable(car.allInMinor) && (
          <Button onClick={() => leaveBy(() => onPay(purchase._id))}>
            Pay {formatMoney(depositMinor ?? getAmountDue(purchase) ?? car.allInMinor)}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
