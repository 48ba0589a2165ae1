import { formatMoney, isPayable } from '../../../contract/money.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogActions } from '../../ui/Dialog.tsx'
import { priceLabel } from '../../ui/Price.tsx'
import type { BuyStepProps } from './use-buy-form.ts'
import type { BuyState } from './buy-state.ts'
import { BuySummary } from './BuySummary.tsx'
import { HoldNote } from './HoldNote.tsx'

/** The same car is not put on the list twice: from here one pays for it. */
export function OnYourList({
  state: { kind, purchase },
  car,
  picture,
  onClose,
  onShowList,
  onPay,
}: BuyStepProps & { state: { kind: BuyState['kind']; purchase: Purchase } }) {
  // Closed first: the way back leads to the page, not to this again.
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
