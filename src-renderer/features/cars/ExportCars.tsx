import { Download } from 'lucide-react'
import { Button } from '../../ui/controls/Button.tsx'
import { useDownload } from '../../ui/use-download.ts'

/** One's own cars as a CSV file that says all of them, which the import reads back. */
export function ExportCars() {
  const { download, isDownloading } = useDownload('exportCars')
  return (
    <Button variant="secondary" loading={isDownloading} onClick={() => void download('kerblight-cars.csv')}>
      <Download aria-hidden="true" />
      Download my cars
    </Button>
  )
}
