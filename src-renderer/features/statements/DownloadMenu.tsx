import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { apiPath } from '../../../contract/api/paths.ts'
import { formatMonth, type ListedMonth, type StatementDocument } from '../../../contract/statements.ts'
import { toSearch } from '../../api/base-query.ts'
import { fetchFile } from '../../api/fetch-file.ts'
import { toProblem } from '../../api/problem.ts'
import { platform } from '../../platform/current.ts'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { toast } from '../../ui/overlays/toast.ts'

const formats = {
  pdf: { endpoint: 'getStatementPdf', label: 'PDF', icon: <FileText /> },
  csv: { endpoint: 'getStatementCsv', label: 'CSV', icon: <FileSpreadsheet /> },
} as const
type Format = keyof typeof formats

interface DownloadMenuProps {
  month: ListedMonth
  /** The seller's ID; undefined for the user's own statements. */
  seller: string | undefined
}

/** Downloads the statement and the fee invoice of a month. */
export function DownloadMenu({ month: { month, hasInvoice }, seller }: DownloadMenuProps) {
  const [isBusy, setBusy] = useState(false)

  async function download(document: StatementDocument, format: Format) {
    setBusy(true)
    try {
      const path = apiPath(formats[format].endpoint, { month }) + toSearch({ document, seller })
      const { contents, fileName } = await fetchFile(path)
      platform.saveFile(fileName ?? `kerblight-${document}-${month}.${format}`, contents)
    } catch (error) {
      toast.error(toProblem(error).message)
    } finally {
      setBusy(false)
    }
  }

  const entriesOf = (document: StatementDocument, name: string) =>
    (['pdf', 'csv'] as const).map((format) => ({
      label: `${name} (${formats[format].label})`,
      icon: formats[format].icon,
      onSelect: () => void download(document, format),
    }))

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
