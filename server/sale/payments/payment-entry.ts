import type { NewAuditEntry } from '../../core/audit/audit.repository.ts'
import type { Payment } from '../records/payment.repository.ts'

/** The payment that an action is about, as the log names it. */
export function ofPayment({ intentId, carName }: Payment): Pick<NewAuditEntry, 'target' | 'subject'> {
  return { target: intentId, subject: carName }
}
