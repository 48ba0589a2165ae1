import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import { formatMonth, type ListedMonth, type StatementDocument } from '../../../contract/statements.ts'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { useDownload } from '../../ui/use-download.ts'

interface DownloadMenuProps {
  month: ListedMonth
  /** The seller's ID; undefined for the user's own statements. */
  seller: string | undefined
}

/** Downloads the statement and the fee invoice of a month. */
export function DownloadMenu({ month: { month, hasInvoice }, seller }: DownloadMenuProps) {
  const pdf = useDownload('getStatementPdf', { month })
  const csv = useDownload('getStatementCsv', { month })
  const isBusy = pdf.isDownloading || csv.isDownloading

  function entriesOf(document: StatementDocument, name: string) {
    const fileName = `kerblight-${document}-${month}`
    const query = { document, seller }
    return [
      {
        label: `${name} (PDF)`,
        icon: <FileText />,
        onSelect: () => void pdf.download(`${fileName}.pdf`, query),
      },
      {
        label: `${name} (CSV)`,
        icon: <FileSpreadsheet />,
        onSelect: () => void csv.download(`${fileName}.csv`, query),
      },
    ]
  }

  return (
    <Menu
      label={`Download ${formatMonth(month)}`}
      className="button"
      data-variant="secondary"
      data-size="small"
      aria-busy={isBusy || undefined}
      disabled={isBusy}
      entries={[
        ...entriesOf('statement', 'Statement'),
        ...(hasInvoice ? entriesOf('invoice', 'Fee invoice') : []),
      ]}
    >
      <Download aria-hidden="true" />
      Download
    </Menu>
  )
}
