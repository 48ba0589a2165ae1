import * as z from 'zod'
import { listQuery, listSorts } from './api/list-query.ts'
import { isoTime, oneOf, text } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

export const auditActions = {
  'make-admin': 'Made admin',
  'revoke-admin': 'Removed admin',
  'verify-seller': 'Verified seller',
  'unverify-seller': 'Removed verification',
  'delete-user': 'Deleted user',
  'edit-car': 'Edited car',
  'withdraw-car': 'Took down car',
  'hide-car': 'Hid sold car',
  'move-car': 'Changed state of car',
  'feature-car': 'Advertised car',
  'unfeature-car': 'Stopped advertising car',
  'relist-car': 'Relisted car',
  'add-make': 'Added make',
  'edit-make': 'Edited make',
  'rename-make': 'Renamed make',
  'merge-make': 'Merged make',
  'delete-make': 'Deleted make',
  'decide-report': 'Reviewed report',
  'delete-report': 'Deleted report',
  'close-photo-match': 'Allowed same photo',
  'delete-review': 'Deleted review',
  refund: 'Refunded payment',
  'refund-part': 'Partly refunded payment',
  'dispute-opened': 'Payment disputed',
  'dispute-won': 'Dispute won',
  'dispute-lost': 'Dispute lost',
  'submit-evidence': 'Submitted evidence',
  'decide-problem': 'Decided problem',
  'correct-books': 'Corrected the books',
  'end-reservation': 'Ended reservation',
  'dealership-payment': 'Recorded payment at the dealership',
  'set-fee': 'Set fee',
  'set-seller-fees': 'Changed fees in prices',
  'end-hold': 'Ended hold',
  'send-newsletter': 'Sent newsletter',
  'resume-newsletter': 'Resumed newsletter',
  'stop-newsletter': 'Stopped newsletter',
  'revert-car': 'Reverted car',
  undo: 'Undid change',
} as const

export type AuditAction = keyof typeof auditActions

const auditEntry = z.object({
  _id: z.string(),
  at: isoTime,
  actorEmail: z.string(),
  action: z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]),
  target: z.string(),
  /**
   * The target's name at the time of the action. For a user deleted since, it is `Deleted user` and the ID.
   */
  subject: z.string(),
  detail: z.string(),
})

export const auditSorts = listSorts('action', 'actor', 'target', 'detail')

const auditQuery = listQuery({
  sort: oneOf(auditSorts).default('newest'),
  /**
   * Search terms. Each must match the action’s name, an email address, the target, or the detail, or be the
   * start of the timestamp.
   */
  q: text(200).optional(),
  action: oneOf(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]).optional(),
})

export type AuditSort = (typeof auditSorts)[number]
export type AuditEntry = z.infer<typeof auditEntry>

export const auditEndpoints = {
  listAudit: {
    summary: 'List admin actions, newest first',
    who: 'admin',
    query: auditQuery,
    output: z.array(auditEntry),
    limit: 'R1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
