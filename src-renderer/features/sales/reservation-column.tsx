import type { Sale } from '../../../contract/purchases.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { handleSingleClick } from '../../ui/single-click.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { getHeldDeposit } from '../../../contract/reservation.ts'
import { isDense } from '../../ui/table/is-dense.ts'
import { SaleDealLink } from './sale-columns.tsx'
import { useDealershipPayment } from './use-dealership-payment.ts'
import { useEndReservation } from '../deposits/end-reservation.api.ts'
import { EndReservationButton } from '../../ui/controls/EndReservationButton.tsx'

/** The actions of reserved cars and, in the console, of paid ones. */
export const reservationColumn: Column<Sale> = {
  key: 'actions',
  header: 'Actions',
  kind: 'actions',
  align: 'end',
  width: 200,
  render: (sale) => {
    if (getHeldDeposit(sale)) return <ReservationActions sale={sale} />
    // The console's rows have one line, so the status has no room for the link.
    return isDense() && sale.paidAt !== null && <SaleDealLink sale={sale} />
  },
}

function ReservationActions({ sale }: { sale: Sale }) {
  const { confirmPayment, isRecording } = useDealershipPayment()
  const { endProps } = useEndReservation('other')
  return (
    <span className={isDense() ? 'flex items-center' : 'inline-grid gap-2 whitespace-nowrap max-sm:w-full'}>
      <Button
        size="small"
        loading={isRecording(sale)}
        aria-label={`Paid at the dealership: ${sale.carName}`}
        onClick={handleSingleClick(() => void confirmPayment(sale))}
      >
        Paid at the dealership
      </Button>
      <EndReservationButton {...endProps(sale)} look={isDense() ? 'icon' : 'small'} />
    </span>
  )
}
