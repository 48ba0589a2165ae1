import { Download } from 'lucide-react'
import { Button } from '../../ui/controls/Button.tsx'
import { useDownload } from '../../ui/use-download.ts'

interface DownloadDocumentsProps {
  purchaseID: string
  /** The revision to download. By default, it is the current one. */
  revision?: number
  label?: string
}

export function DownloadDocuments({ purchaseID, revision, label = 'Download PDF' }: DownloadDocumentsProps) {
  const { download, isDownloading } = useDownload('getDealDocumentsFile', { purchaseID })
  return (
    <Button
      variant="secondary"
      loading={isDownloading}
      onClick={() => void download('kerblight-sale-documents.pdf', { revision })}
    >
      <Download aria-hidden="true" />
      {label}
    </Button>
  )
}
