import type { depositEndpoints } from '../../../contract/deposits.ts'
import type { Handlers } from '../../http/handler.ts'
import { addDeposit, endRequestedReservation, recordDealershipPayment } from './deposit.service.ts'

export const depositRoutes: Handlers<keyof typeof depositEndpoints> = {
  addDeposit,
  endReservation: endRequestedReservation,
  recordDealershipPayment,
}
