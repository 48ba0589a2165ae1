import { MoreHorizontal, Newspaper, Pencil, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { formatNumber } from '../../../contract/number-format.ts'
import { issueStateLabels } from '../../../contract/list-labels.ts'
import type { IssueSummary } from '../../../contract/newsletter.ts'
import { pages } from '../../../contract/pages.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { byAge, listFieldSorts } from '../../ui/table/list-pages.ts'
import { createFacetedSource } from '../../ui/table/list-source.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { useList } from '../../ui/table/use-list.ts'
import { usePolling } from '../../ui/table/use-polling.ts'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { toastDeleted } from '../undo/undo.api.ts'
import {
  issuePath,
  getIssueTitle,
  formatSubscriberCount,
  issueTones,
  formatSendOutcome,
} from './issue-labels.ts'
import { issuesApi, useCountSubscribersQuery, useDeleteIssueMutation } from './issues.api.ts'

const { listIssues, countIssues } = issuesApi.endpoints

const sorts = { subject: listFieldSorts('subject'), state: listFieldSorts('state'), changed: byAge }

const issuesList = createFacetedSource<'listIssues', 'countIssues'>(
  { endpoint: listIssues, sorts },
  {
    name: 'state',
    label: 'state',
    words: issueStateLabels,
    counts: countIssues,
    read: (counts) => counts,
  },
)

/** The polling interval in milliseconds while a newsletter is being sent. */
const POLL_MS = 2000

export function Newsletters() {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const { query, view, items, total } = useList(issuesList)
  const isSending = items.some(({ state }) => state === 'sending')
  usePolling(query.refetch, isSending ? POLL_MS : null)
  const [deleteIssue] = useDeleteIssueMutation()

  async function handleDelete({ _id }: IssueSummary) {
    const { data, error } = await deleteIssue({ params: { id: _id } })
    if (data) dispatch(toastDeleted('Draft deleted', data))
    else toast.error(toProblem(error).message)
  }

  return (
    <>
      <PageHead
        title={pages.newsletter.title}
        count={total}
        text={<Subscribers />}
        actions={
          <>
            <ExportMenu list="listIssues" fileName="kerblight-newsletters" view={view} />
            <LinkButton to={pages.writeNewsletter.path}>Write a newsletter</LinkButton>
          </>
        }
      />
      <ListTable
        caption={pages.newsletter.title}
        query={query}
        view={view}
        rowKey={({ _id }) => _id}
        consoleOptions={{
          edit:
            ({ _id }) =>
            () =>
              void navigate(issuePath(_id)),
          deletion: (issue) => (issue.state === 'draft' ? () => void handleDelete(issue) : null),
        }}
        empty={
          <EmptyState
            icon={<Newspaper />}
            title="No newsletters yet"
            text="What you write here is emailed to everyone who subscribed on the home page and confirmed their address."
          />
        }
        columns={[
          {
            key: 'subject',
            header: 'Subject',
            kind: 'main',
            value: getIssueTitle,
            render: (issue) => (
              <TextLink to={issuePath(issue._id)} className="wrap-anywhere">
                {getIssueTitle(issue)}
              </TextLink>
            ),
          },
          {
            key: 'state',
            rank: 1,
            header: 'State',
            width: 240,
            isFacet: true,
            value: ({ state }) => issueStateLabels[state],
            render: (issue) => <IssueState issue={issue} />,
          },
          {
            key: 'changed',
            rank: 2,
            header: 'Last changed',
            width: 170,
            value: ({ changedAt }) => changedAt,
            render: ({ changedAt }) => <DateText at={changedAt} hasTime />,
          },
          {
            key: 'actions',
            header: 'Actions',
            kind: 'actions',
            align: 'end',
            width: 60,
            render: (issue) =>
              issue.state === 'draft' && (
                <DraftMenu {...{ issue }} onDelete={() => void handleDelete(issue)} />
              ),
          },
        ]}
      />
    </>
  )
}

function Subscribers() {
  const { data } = useCountSubscribersQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data) return <>&nbsp;</>
  const { confirmed, waiting } = data
  return (
    <>
      {formatSubscriberCount(confirmed)}.
      {waiting > 0 &&
        ` ${formatNumber(waiting)} more ${waiting === 1 ? 'has' : 'have'} yet to confirm their address.`}
    </>
  )
}

function DraftMenu({ issue, onDelete }: { issue: IssueSummary; onDelete: () => void }) {
  return (
    <Menu
      label={`Actions for ${getIssueTitle(issue)}`}
      entries={[
        { label: 'Edit', icon: <Pencil />, to: issuePath(issue._id) },
        { label: 'Delete', icon: <Trash2 />, tone: 'danger', onSelect: onDelete },
      ]}
    >
      <MoreHorizontal />
    </Menu>
  )
}

function IssueState({ issue }: { issue: IssueSummary }) {
  return (
    <span className="cell-stack">
      <Badge tone={issueTones[issue.state]}>{issueStateLabels[issue.state]}</Badge>
      {issue.state !== 'draft' && <span className="text-tiny text-muted">{formatSendOutcome(issue)}</span>}
    </span>
  )
}
