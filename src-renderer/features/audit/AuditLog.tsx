import { ScrollText } from 'lucide-react'
import { auditActions, type AuditEntry } from '../../../contract/audit.ts'
import { pages } from '../../../contract/pages.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { byAge, listFieldSorts } from '../../ui/table/list-pages.ts'
import { listSource } from '../../ui/table/list-source.ts'
import { useList } from '../../ui/table/use-list.ts'
import { auditApi } from './audit.api.ts'

const sorts = {
  action: listFieldSorts('action'),
  actor: listFieldSorts('actor'),
  target: listFieldSorts('target'),
  detail: listFieldSorts('detail'),
  at: byAge,
}

const auditList = listSource<'listAudit'>({
  endpoint: auditApi.endpoints.listAudit,
  sorts,
})

export function AuditLog() {
  const { query, view, total } = useList(auditList)

  return (
    <>
      <PageHead
        title={pages.audit.title}
        count={total}
        actions={<ExportMenu list="listAudit" fileName="kerblight-audit-log" view={view} />}
        text="Every admin action, newest first. Entries can’t be edited."
      />
      <ListTable
        caption={pages.audit.title}
        query={query}
        view={view}
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
            value: describeSubject,
            render: (entry) => <span className="wrap-anywhere">{describeSubject(entry)}</span>,
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

/** Returns the entry's subject, or the target's ID for older entries, which have no subject. */
function describeSubject({ subject, target }: AuditEntry): string {
  return subject || target
}
