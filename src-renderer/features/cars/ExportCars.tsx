import { Download } from 'lucide-react'
import { Button } from '../../ui/controls/Button.tsx'
import { useDownload } from '../../ui/use-download.ts'

/** Downloads all of the user's cars as a CSV file that can be imported again. */
export function ExportCars() {
  const { download, isDownloading } = useDownload('exportCars')
  return (
    <Button variant="secondary" loading={isDownloading} onClick={() => void download('kerblight-cars.csv')}>
      <Download aria-hidden="true" />
      Download my cars
    </Button>
  )
}
