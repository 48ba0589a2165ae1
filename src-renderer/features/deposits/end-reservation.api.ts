import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { Deposit } from '../../../contract/deposits.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Purchase, Sale } from '../../../contract/purchases.ts'
import { DAYS_BETWEEN_RESERVATIONS } from '../../../contract/reservation.ts'
import { toProblem } from '../../api/problem.ts'
import { confirm } from '../../ui/overlays/confirm.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useEndReservationMutation } from './deposits.api.ts'

export interface Reserved extends Pick<Purchase | Sale, '_id' | 'carName' | 'buyerName'> {
  deposit: Pick<Deposit, 'amount'> | null
}

function describeRefund(payment: EndpointOutput<'endReservation'>['payment'], deposit: string): string {
  return {
    refunded: `We refunded ${deposit}. Banks can take up to 10 days to show it.`,
    'refund-pending': `The refund of ${deposit} isn’t complete yet. If a bank holds the money because of a dispute, it decides first.`,
    'refund-failed': `Stripe couldn’t refund ${deposit}. Our team will try again.`,
    paid: `The bank has already returned ${deposit}.`,
  }[payment]
}

/**
 * Ends reservations after confirmation, which refunds the deposit in full.
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
        `We refund ${whose} deposit of ${amount} in full, and other buyers can buy the car again.`,
        side === 'buyer' && `You can’t reserve it again for ${DAYS_BETWEEN_RESERVATIONS} days.`,
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: 'End reservation',
      cancelLabel: 'Keep it',
    })
    if (!isSure) return
    try {
      const { payment } = await endReservation({ params: { purchaseID: _id } }).unwrap()
      toast.success('Reservation ended', { detail: describeRefund(payment, `${whose} deposit of ${amount}`) })
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
