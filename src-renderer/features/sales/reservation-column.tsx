import type { Sale } from '../../../contract/purchases.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { singleClick } from '../../ui/single-click.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { heldDeposit } from '../../../contract/reservation.ts'
import { useDealershipPayment } from './use-dealership-payment.ts'
import { EndReservation } from '../deposits/EndReservation.tsx'

/** The actions of reserved cars. */
export const reservationColumn: Column<Sale> = {
  key: 'actions',
  header: 'Actions',
  kind: 'actions',
  align: 'end',
  width: 200,
  render: (sale) => heldDeposit(sale) && <ReservationActions sale={sale} />,
}

function ReservationActions({ sale }: { sale: Sale }) {
  const { confirmPayment, isRecording } = useDealershipPayment()
  return (
    <span className="inline-grid gap-2">
      <Button
        size="small"
        loading={isRecording(sale)}
        aria-label={`Paid at the dealership: ${sale.carName}`}
        onClick={singleClick(() => void confirmPayment(sale))}
      >
        Paid at the dealership
      </Button>
      <EndReservation reserved={sale} side="other" look="small" />
    </span>
  )
}
