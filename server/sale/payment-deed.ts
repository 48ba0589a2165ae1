import type { Deed } from '../features/audit/audit.repository.ts'
import type { PaymentRow } from '../features/payments/payment.repository.ts'

/** The payment that a deed is about, as the log names it. */
export function ofPayment({ intent_id, car_name }: PaymentRow): Pick<Deed, 'target' | 'subject'> {
  return { target: intent_id, subject: car_name }
}
