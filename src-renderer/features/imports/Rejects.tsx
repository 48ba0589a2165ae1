import { Download } from 'lucide-react'
import { countOf } from '../../../contract/count-of.ts'
import type { CarImport } from '../../../contract/imports.ts'
import { useDownload } from '../../ui/use-download.ts'
import { Button } from '../../ui/Button.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { UploadState } from './UploadState.tsx'
import { useUpload } from './use-upload.ts'

/** Rows that stayed out: as a file to correct, and the way in for it. */
export function Rejects({ job: { _id: id, counts } }: { job: CarImport }) {
  const upload = useUpload()
  const { download, isDownloading } = useDownload('getImportRejects', { id })
  return (
    <div className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <p className="text-small">
        <strong>{countOf(counts.error, 'row')} with errors.</strong> Download them, correct them in a
        spreadsheet, and import that file alone. Each row says what’s wrong with it.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" loading={isDownloading} onClick={() => void download('rejects.csv')}>
          <Download aria-hidden="true" />
          Download the errors
        </Button>
        <ChooseFile upload={upload} variant="secondary">
          Import the corrected file
        </ChooseFile>
      </div>
      <UploadState upload={upload} />
    </div>
  )
}
