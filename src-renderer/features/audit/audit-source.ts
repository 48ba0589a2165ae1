import type { AuditEntry } from '../../../contract/audit.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { byAge, byField, sortName, wordsOf, type ListOf } from '../../ui/placed/placed-pages.ts'
import { countedBy } from '../../ui/placed/use-counts.ts'
import type { PlacedSource } from '../../ui/placed/use-placed-list.ts'
import { auditApi } from './audit.api.ts'

const sorts = {
  action: byField('action'),
  actor: byField('actor'),
  target: byField('target'),
  detail: byField('detail'),
  at: byAge,
}

type Audit = ListOf<'listAudit'>

const { placeAudit } = auditApi.endpoints

export const auditSource: PlacedSource<AuditEntry, Audit> = {
  endpoint: placeAudit,
  listOf: ({ sort, find }) => ({ q: wordsOf(find), sort: sortName(sorts, sort) }),
  counter: countedBy(
    placeAudit,
    ({ q }: Audit) => ({ q, limit: 1 }),
    (answer) => ({ facets: [], total: pagesOf(answer).total ?? 0 }),
  ),
}
