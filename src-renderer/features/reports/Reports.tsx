import { Flag, Gavel, RotateCcw, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { formatCount } from '../../../contract/number-format.ts'
import { OPEN_PARAM } from '../../../contract/desktop/desktop-links.ts'
import { pages } from '../../../contract/pages.ts'
import { MAX_ROW_CALLS } from '../../../contract/cars/change-limits.ts'
import type { Report } from '../../../contract/reports.ts'
import { strings } from '../../../contract/strings.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../session/use-session.ts'
import { useAppDispatch } from '../../session/store.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { confirmDeletion } from '../../ui/overlays/confirm-deletion.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import type { MenuEntry } from '../../ui/overlays/MenuPopup.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { isDense } from '../../ui/table/is-dense.ts'
import { useList } from '../../ui/table/use-list.ts'
import type { SelectedRows } from '../../ui/table/selection.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { toastOutcome } from '../../ui/overlays/toast-outcome.ts'
import { useSelection } from '../../ui/table/use-selection.ts'
import { toastDeleted, undoApi } from '../undo/undo.api.ts'
import type { Decided } from './DecisionForm.tsx'
import { ReportBar } from './ReportBar.tsx'
import { ReportDetails } from './ReportDetails.tsx'
import { ReportTable } from './ReportTable.tsx'
import { reportsList } from './reports-list.ts'
import { ReviewDialog } from './ReviewDialog.tsx'
import { useLinkedReport } from './use-linked-report.ts'
import { useDecideReportMutation, useDeleteReportMutation } from './reports.api.ts'

interface Decision {
  state: Report['state']
  note: string
}

interface ReportsProps {
  renderCar: (carId: string, isNarrow?: boolean) => ReactNode
  /** The content above the list. */
  children?: ReactNode
}

/** Lists all reports for admins to decide, and for sellers the reports about their own cars. */
export function Reports({ renderCar, children }: ReportsProps) {
  const { isAdmin } = useMe()
  const dispatch = useAppDispatch()
  const { query, view, items, total } = useList(reportsList)
  const [decideReport] = useDecideReportMutation()
  const [deleteReport] = useDeleteReportMutation()
  const [undo] = undoApi.useUndoMutation()
  const [chosen, setReviewing] = useState<readonly Report[]>([])
  // Another admin may have decided a report, or new reports may have pushed it beyond the loaded rows. In the
  // latter case, the earlier version stays in use.
  const reviewing = chosen.map((report) => items.find(({ _id }) => _id === report._id) ?? report)
  const decidable = isAdmin ? items : []
  const selection = useSelection(decidable, 'report', MAX_ROW_CALLS)
  const [params, setParams] = useSearchParams()
  // The console's table opens the linked report next to the list.
  useLinkedReport(isAdmin && !isDense(), (report) => setReviewing([report]))

  function decide({ _id }: Report, body: Decision, undoTo?: Report) {
    const message = body.state === 'open' ? 'Report reopened' : `Report ${body.state}`
    void toastOutcome(
      decideReport({ params: { id: _id }, body }),
      message,
      undoTo && { action: undoing({ reports: [undoTo], undoIds: [] }) },
    )
  }

  function undoing({ reports, undoIds }: Pick<Decided, 'reports' | 'undoIds'>) {
    return {
      label: 'Undo',
      onAction: () => {
        reports.forEach((report) => decide(report, { state: report.state, note: report.outcome }))
        undoIds.forEach((id) => void toastOutcome(undo({ params: { id } }), 'The listing is back'))
      },
    }
  }

  function handleClose() {
    setReviewing([])
    // Without this, the report would reopen on return or reload.
    if (!params.has(OPEN_PARAM)) return
    params.delete(OPEN_PARAM)
    setParams(params, { replace: true })
  }

  function handleDecided({ reports, state, undoIds }: Decided) {
    const subject = reports.length === 1 ? 'Report' : formatCount(reports.length, 'report')
    const removalNote = undoIds.length === 0 ? '' : `, ${formatCount(undoIds.length, 'listing')} taken down`
    toast.success(`${subject} ${state}${removalNote}`, { action: undoing({ reports, undoIds }) })
    selection.clear()
  }

  async function handleDelete({ _id }: Report) {
    const { data, error } = await deleteReport({ params: { id: _id } })
    if (data) dispatch(toastDeleted(strings.reports.deleted, data))
    else toast.error(toProblem(error).message)
  }

  /** Confirms and deletes a report after the Delete key is pressed. Other reports may be selected. */
  async function confirmAndDelete(report: Report, { items: selected }: SelectedRows<Report>) {
    const names = [`the report on ${report.reportedItemInfo.carName}`]
    const otherSelectedCount = selected.filter((other) => other !== report).length
    if (await confirmDeletion({ names, noun: 'report', otherSelectedCount })) await handleDelete(report)
  }

  function menu(report: Report): (MenuEntry | false)[] {
    const isOpen = report.state === 'open'
    return [
      {
        label: isOpen ? 'Review' : 'Change decision',
        icon: <Gavel />,
        onSelect: () => setReviewing([report]),
      },
      !isOpen && {
        label: 'Reopen',
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
        actions={
          <>
            <LinkButton variant="secondary" to={pages.myReports.path}>
              {pages.myReports.title}
            </LinkButton>
            <ExportMenu list="listReports" fileName="kerblight-reports" view={view} />
          </>
        }
        text={isAdmin ? undefined : 'Reports on your listings. Our team decides; reporters stay anonymous.'}
      />
      {children}
      <ReportTable
        query={query}
        view={view}
        {...(isAdmin && {
          menu,
          consoleOptions: {
            selection,
            details: (report) => (
              <ReportDetails
                report={report}
                car={renderCar(report.reportedItemInfo.carID, true)}
                onReview={() => setReviewing([report])}
              />
            ),
            bulkBar: (shown) => <ReportBar selection={shown} onReview={setReviewing} />,
            deletion: (report, shown) => () => void confirmAndDelete(report, shown),
          },
        })}
        empty={
          <EmptyState
            icon={<Flag />}
            title="No reports yet"
            text={
              isAdmin
                ? 'Reports show up here for you to uphold or dismiss.'
                : 'When someone reports one of your listings, you’ll see why here.'
            }
          />
        }
      />
      <ReviewDialog
        reports={reviewing}
        open={items.filter(({ state }) => state === 'open')}
        renderCar={renderCar}
        onReview={(report) => setReviewing([report])}
        onClose={handleClose}
        onDecided={handleDecided}
      />
    </>
  )
}
