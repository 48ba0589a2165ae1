import type { NewAuditEntry } from '../../core/audit/audit.repository.ts'
import type { Payment } from './payment.repository.ts'

export function toPaymentEntry({ intentId, carName }: Payment): Pick<NewAuditEntry, 'target' | 'subject'> {
  return { target: intentId, subject: carName }
}
