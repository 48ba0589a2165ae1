import type { Deposit, DepositReturn } from '../../../contract/deposits.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Purchase, Sale } from '../../../contract/purchases.ts'
import { DAYS_BETWEEN_RESERVATIONS } from '../../../contract/reservation.ts'
import { toProblem } from '../../api/problem.ts'
import { confirm } from '../../ui/overlays/confirm.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useEndReservationMutation } from './deposits.api.ts'

export interface Reserved extends Pick<Purchase | Sale, '_id' | 'carName' | 'buyerName'> {
  deposit: Pick<Deposit, 'amount' | 'disputed'> | null
}

function describeReturn(state: DepositReturn, deposit: string): string {
  return {
    refunded: `We refunded ${deposit}. Banks can take up to 10 days to show it.`,
    'refund-pending': `The refund of ${deposit} isn’t complete yet.`,
    'refund-failed': `Stripe couldn’t refund ${deposit}. Our team will try again.`,
    'held-by-bank': `A bank holds ${deposit} because of a dispute. We refund it if the bank doesn’t return it.`,
    'returned-by-bank': `The bank has already returned ${deposit}.`,
  }[state]
}

/**
 * Ends reservations after confirmation, which refunds the deposit in full unless a bank holds or returns it.
 * @param side the reader: the buyer, or anyone else
 */
export function useEndReservation(side: 'buyer' | 'other') {
  const [endReservation, { isLoading, originalArgs }] = useEndReservationMutation()

  async function confirmEnd({ _id, carName, buyerName, deposit }: Reserved): Promise<void> {
    const amount = formatMoney(deposit?.amount ?? 0)
    const whose = side === 'buyer' ? 'your' : `${buyerName}’s`
    const isSure = await confirm({
      title: `End the reservation of the ${carName}?`,
      text: [
        deposit?.disputed
          ? `A bank holds ${whose} deposit of ${amount} because of a dispute. We refund it if the bank doesn’t return it. Other buyers can buy the car again.`
          : `We refund ${whose} deposit of ${amount} in full, and other buyers can buy the car again.`,
        side === 'buyer' && `You can’t reserve it again for ${DAYS_BETWEEN_RESERVATIONS} days.`,
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: 'End reservation',
      cancelLabel: 'Keep it',
    })
    if (!isSure) return
    try {
      const { state } = await endReservation({ params: { purchaseID: _id } }).unwrap()
      toast.success('Reservation ended', { detail: describeReturn(state, `${whose} deposit of ${amount}`) })
    } catch (error) {
      toast.error(toProblem(error).message)
    }
  }

  /** Returns the props of the button that ends a reservation. */
  function endProps(reserved: Reserved) {
    return {
      carName: reserved.carName,
      isBusy: isLoading && originalArgs?.params.purchaseID === reserved._id,
      onEnd: () => confirmEnd(reserved),
    }
  }

  return { endProps }
}
