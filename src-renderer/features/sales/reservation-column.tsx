import type { Sale } from '../../../contract/purchases.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { singleClick } from '../../ui/single-click.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { heldDeposit } from '../../../contract/reservation.ts'
import { useDealershipPayment } from './use-dealership-payment.ts'
import { useEndReservation } from '../deposits/end-reservation.api.ts'

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
  const { confirmEnd, isEnding } = useEndReservation('other')
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
      <Button
        size="small"
        variant="secondary"
        loading={isEnding(sale)}
        aria-label={`End reservation: ${sale.carName}`}
        onClick={singleClick(() => void confirmEnd(sale))}
      >
        End reservation
      </Button>
    </span>
  )
}
