import { Download } from 'lucide-react'
import { Button } from '../../ui/controls/Button.tsx'
import { useDownload } from '../../ui/use-download.ts'

export function DownloadDocuments({ purchaseID }: { purchaseID: string }) {
  const { download, isDownloading } = useDownload('getDealDocumentsFile', { purchaseID })
  return (
    <Button
      variant="secondary"
      loading={isDownloading}
      onClick={() => void download('kerblight-sale-documents.pdf')}
    >
      <Download aria-hidden="true" />
      Download PDF
    </Button>
  )
}
