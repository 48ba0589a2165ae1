import { skipToken } from '@reduxjs/toolkit/query/react'
import { ScrollText } from 'lucide-react'
import { auditActions, type AuditEntry } from '../../../contract/audit.ts'
import { pages } from '../../../contract/pages.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { DateText } from '../../ui/DateText.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { byAge, byField, sortName, wordsOf, type ListOf } from '../../ui/placed/placed-pages.ts'
import { countedBy } from '../../ui/placed/use-counts.ts'
import type { PlacedSource } from '../../ui/placed/use-placed-list.ts'
import { isDense, useShownList } from '../../ui/placed/use-shown-list.ts'
import { useListAuditInfiniteQuery, auditApi } from './audit.api.ts'

const sorts = {
  action: byField('action'),
  actor: byField('actor'),
  target: byField('target'),
  detail: byField('detail'),
  at: byAge,
}

const { placeAudit } = auditApi.endpoints

const auditSource: PlacedSource<AuditEntry, Audit> = {
  endpoint: placeAudit,
  listOf: ({ sort, find }) => ({ q: wordsOf(find), sort: sortName(sorts, sort) }),
  counter: countedBy(
    placeAudit,
    ({ q }: Audit) => ({ q, limit: 1 }),
    (answer) => ({ facets: [], total: pagesOf(answer).total ?? 0 }),
  ),
}

/** What admins did, newest first. */
export function AuditLog() {
  // Deeds of other admins, and of other pages, come without this page's knowing.
  const roomy = useListAuditInfiniteQuery(isDense() ? skipToken : undefined, {
    refetchOnMountOrArgChange: true,
  })
  const { query, placed, total } = useShownList(auditSource, roomy)

  return (
    <>
      <PageHead
        title={pages.audit.title}
        count={total}
        actions={<ExportMenu list="listAudit" fileName="kerblight-audit-log" placed={placed} />}
        text="Every admin action, newest first. Entries can’t be edited."
      />
      <PagedTable
        caption={pages.audit.title}
        query={query}
        placed={placed}
        rowKey={(entry) => entry._id}
        empty={
          <EmptyState
            icon={<ScrollText />}
            title="Nothing yet"
            text="Role changes, deletions, refunds, and report decisions are recorded here."
          />
        }
        columns={[
          {
            key: 'action',
            header: 'Action',
            kind: 'main',
            value: ({ action }) => auditActions[action],
            width: 170,
            render: ({ action }) => <span className="font-semibold">{auditActions[action]}</span>,
          },
          {
            key: 'actor',
            rank: 2,
            header: 'By',
            width: 190,
            value: ({ actorEmail }) => actorEmail,
            render: ({ actorEmail }) => <EmailText address={actorEmail} />,
          },
          {
            key: 'target',
            rank: 1,
            header: 'On',
            value: subjectOf,
            render: (entry) => <span className="wrap-anywhere">{subjectOf(entry)}</span>,
          },
          {
            key: 'detail',
            rank: 4,
            header: 'Detail',
            value: ({ detail }) => detail,
            render: ({ detail }) => <span className="wrap-anywhere text-muted">{detail || '–'}</span>,
          },
          {
            key: 'at',
            rank: 3,
            header: 'When',
            width: 160,
            value: ({ at }) => at,
            render: ({ at }) => <DateText at={at} hasTime />,
          },
        ]}
      />
    </>
  )
}

/** Older lines know the id alone. */
function subjectOf({ subject, target }: AuditEntry): string {
  return subject || target
}

type Audit = ListOf<'listAudit'>
