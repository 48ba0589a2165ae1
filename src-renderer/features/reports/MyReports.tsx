import { Flag, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { pagePath, pages } from '../../../contract/pages.ts'
import type { Report } from '../../../contract/reports.ts'
import { strings } from '../../../contract/strings.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { IconButton, LinkButton } from '../../ui/controls/Button.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { listFieldSorts, type ListOf } from '../../ui/table/list-pages.ts'
import { listSource } from '../../ui/table/list-source.ts'
import { ListTable } from '../../ui/table/ListTable.tsx'
import type { ListEndpoint } from '../../ui/table/use-list-pages.ts'
import { useList } from '../../ui/table/use-list.ts'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { handleSingleClick } from '../../ui/single-click.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { toastDeleted } from '../undo/undo.api.ts'
import { myReportsApi } from './my-reports.api.ts'
import { ReportState } from './ReportState.tsx'

export function MyReports({ email }: { email: string }) {
  const dispatch = useAppDispatch()
  const source = useMemo(() => myReportList(email), [email])
  const { query, view } = useList(source)
  const [deleteReport] = myReportsApi.useDeleteMyReportMutation()

  async function handleDelete({ _id }: Report) {
    try {
      const response = await deleteReport({ params: { id: _id } }).unwrap()
      dispatch(toastDeleted(strings.reports.deleted, response))
    } catch (error) {
      toast.error(toProblem(error).message)
    }
  }

  const columns: Column<Report>[] = [
    {
      key: 'model',
      header: strings.columns.modelName,
      kind: 'main',
      render: ({ reportedItemInfo: { carName, carID } }) => (
        <TextLink to={pagePath('car', { id: carID })} className="wrap-anywhere">
          {carName}
        </TextLink>
      ),
    },
    { key: 'payment', header: 'Payment', render: (report) => <PaymentState report={report} /> },
    { key: 'reason', header: 'Reason', render: ({ reason }) => reason },
    { key: 'state', header: 'Status', render: (report) => <Outcome report={report} /> },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      align: 'end',
      render: (report) => (
        <IconButton
          label={`Delete report of ${report.reportedItemInfo.carName}`}
          onClick={handleSingleClick(() => void handleDelete(report))}
        >
          <Trash2 />
        </IconButton>
      ),
    },
  ]

  return (
    <>
      <PageHead
        title={strings.menu.myReports}
        text="Listings you reported and what we decided."
        actions={
          <ExportMenu list="listMyReports" params={{ email }} fileName="kerblight-my-reports" view={view} />
        }
      />
      <ListTable
        caption={strings.menu.myReports}
        columns={columns}
        query={query}
        view={view}
        rowKey={({ _id }) => _id}
        empty={
          <EmptyState
            icon={<Flag />}
            title="No reports yet"
            text="See a listing that looks wrong? Report it. We’ll review it and reply here."
          />
        }
      />
    </>
  )
}

const sorts = {
  model: listFieldSorts('car'),
  payment: listFieldSorts('paid'),
  reason: listFieldSorts('reason'),
  state: listFieldSorts('state'),
}

function myReportList(email: string) {
  const { listMyReports } = myReportsApi.endpoints
  const params = { email }
  const endpoint: ListEndpoint<Report, ListOf<'listMyReports'>> = {
    initiate: ({ query }, options) => listMyReports.initiate({ params, query }, options),
    select: ({ query }) => listMyReports.select({ params, query }),
  }
  return listSource<'listMyReports'>({ endpoint, sorts })
}

function PaymentState({ report: { reportedItemInfo, purchaseID } }: { report: Report }) {
  if (reportedItemInfo.paid) return <Badge>{strings.payment.paid}</Badge>
  if (purchaseID === null) return <span className="text-muted">{strings.payment.notPaid}</span>
  return (
    <LinkButton size="small" to={pages.payment.path.replace(':id', purchaseID)}>
      {strings.payment.payNow}
      <span className="sr-only"> for {reportedItemInfo.carName}</span>
    </LinkButton>
  )
}

function Outcome({ report: { state, outcome } }: { report: Report }) {
  return (
    <span className="inline-flex flex-col items-start gap-1 max-md:items-end">
      <ReportState state={state} />
      {outcome && <span className="text-tiny text-muted wrap-anywhere">{outcome}</span>}
    </span>
  )
}
