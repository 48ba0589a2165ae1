import type { Dispute as WireDispute } from '../../../contract/disputes.ts'
import type { ListedDispute } from '../../sale/records/dispute.repository.ts'

export function toWireDispute(dispute: ListedDispute): WireDispute {
  return {
    _id: dispute.id,
    purchaseID: dispute.purchaseId,
    carName: dispute.carName,
    buyerName: dispute.buyerName,
    sellerName: dispute.sellerName,
    amount: dispute.amount,
    reason: dispute.reason,
    state: dispute.state,
    openedAt: dispute.openedAt,
    dueBy: dispute.dueBy,
    closedAt: dispute.closedAt,
    submittedAt: dispute.submittedAt,
    evidence: dispute.evidence,
  }
}
