import { Flag, Gavel, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { pages } from '../../../contract/pages.ts'
import type { Report } from '../../../contract/reports.ts'
import { strings } from '../../../contract/strings.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../app/session/use-session.ts'
import { useAppDispatch } from '../../app/store.ts'
import { confirmDeletion } from '../../ui/confirm-deletion.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { MenuEntry } from '../../ui/Menu.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import type { SelectedRows } from '../../ui/selection.ts'
import { toast } from '../../ui/toast.ts'
import { toastOutcome } from '../../ui/toast-outcome.ts'
import { useSelection } from '../../ui/use-selection.ts'
import { toastDeleted } from '../undo/undo.api.ts'
import { DecideReportDialog } from './DecideReportDialog.tsx'
import { ReportBar } from './ReportBar.tsx'
import { ReportTable } from './ReportTable.tsx'
import {
  useDecideReportMutation,
  useDeleteReportMutation,
  useListReportsInfiniteQuery,
} from './reports.api.ts'

interface Decision {
  state: Report['state']
  note: string
}

/** Admins decide on all reports; sellers read those on their own cars. */
export function Reports() {
  const { isAdmin } = useMe()
  const dispatch = useAppDispatch()
  const query = useListReportsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  const [decideReport] = useDecideReportMutation()
  const [deleteReport] = useDeleteReportMutation()
  const [deciding, setDeciding] = useState<readonly Report[]>([])
  const { items = [], total } = pagesOf(query.data)
  const selection = useSelection(isAdmin ? items : [], 'report')

  function decide({ _id }: Report, body: Decision, undoTo?: Report) {
    const done = body.state === 'open' ? 'The report is open again' : `Report ${body.state}`
    void toastOutcome(
      decideReport({ params: { id: _id }, body }),
      done,
      undoTo && { action: undoing(undoTo) },
    )
  }

  function undoing(...before: Report[]) {
    return {
      label: 'Undo',
      onAction: () =>
        before.forEach((report) => decide(report, { state: report.state, note: report.outcome })),
    }
  }

  async function handleDelete({ _id }: Report) {
    const { data, error } = await deleteReport({ params: { id: _id } })
    if (data) dispatch(toastDeleted(strings.reports.deleted, data))
    else toast.error(toProblem(error).message)
  }

  /** By the Delete key, where other reports may be selected. */
  async function askAndDelete(report: Report, { items: selected }: SelectedRows<Report>) {
    const names = [`the report on ${report.reportedItemInfo.carName}`]
    const staying = selected.filter((other) => other !== report).length
    if (await confirmDeletion({ names, noun: 'report', staying })) await handleDelete(report)
  }

  function menu(report: Report): (MenuEntry | false)[] {
    const isOpen = report.state === 'open'
    return [
      {
        label: isOpen ? 'Decide' : 'Decide anew',
        icon: <Gavel />,
        onSelect: () => setDeciding([report]),
      },
      !isOpen && {
        label: 'Open again',
        icon: <RotateCcw />,
        onSelect: () => decide(report, { state: 'open', note: '' }, report),
      },
      'separator',
      { label: 'Delete', icon: <Trash2 />, tone: 'danger', onSelect: () => void handleDelete(report) },
    ]
  }

  return (
    <>
      <PageHead
        title={pages.reports.title}
        count={total}
        text={isAdmin ? undefined : 'What buyers say of your cars. Admins decide; who reported stays hidden.'}
      />
      <ReportTable
        query={query}
        {...(isAdmin && {
          menu,
          desk: {
            selection,
            bulkBar: (shown) => <ReportBar selection={shown} onDecide={setDeciding} />,
            onDelete: (report, shown) => void askAndDelete(report, shown),
          },
        })}
        empty={
          <EmptyState
            icon={<Flag />}
            title="No reports"
            text={
              isAdmin
                ? 'When somebody reports a car, you find it here to uphold or dismiss.'
                : 'When somebody reports one of your cars, you read the reason here.'
            }
          />
        }
      />
      <DecideReportDialog
        reports={deciding}
        onClose={() => setDeciding([])}
        onDecided={(reports, state) => {
          const text = reports.length === 1 ? `Report ${state}` : `${reports.length} reports ${state}`
          toast.success(text, { action: undoing(...reports) })
          selection.clear()
        }}
      />
    </>
  )
}
