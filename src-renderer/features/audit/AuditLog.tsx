import { ScrollText } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { DateText } from '../../ui/DateText.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useListAuditInfiniteQuery } from './audit.api.ts'

/** What admins did, newest first. */
export function AuditLog() {
  // Deeds of other admins, and of other pages, come without this page's knowing.
  const query = useListAuditInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })

  return (
    <>
      <PageHead
        title={pages.audit.title}
        count={pagesOf(query.data).total}
        text="What admins did, newest first. Nothing here can be changed."
      />
      <PagedTable
        caption={pages.audit.title}
        query={query}
        rowKey={(entry) => entry._id}
        empty={
          <EmptyState
            icon={<ScrollText />}
            title="Nothing yet"
            text="Roles given, users deleted, refunds, decisions on reports: each leaves a line here."
          />
        }
        columns={[
          {
            key: 'action',
            header: 'Action',
            kind: 'main',
            value: ({ action }) => wordsOf(action),
            width: 170,
            render: ({ action }) => <span className="font-semibold">{wordsOf(action)}</span>,
          },
          {
            key: 'actor',
            header: 'By',
            width: 190,
            value: ({ actorEmail }) => actorEmail,
            render: ({ actorEmail }) => <EmailText address={actorEmail} />,
          },
          {
            key: 'target',
            header: 'On',
            value: ({ target }) => target,
            render: ({ target }) => <span className="text-tiny wrap-anywhere">{target}</span>,
          },
          {
            key: 'detail',
            header: 'Detail',
            value: ({ detail }) => detail,
            render: ({ detail }) => <span className="wrap-anywhere text-muted">{detail || '–'}</span>,
          },
          {
            key: 'at',
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

/** 'make-admin' as 'Make admin'. */
function wordsOf(action: string): string {
  const words = action.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
