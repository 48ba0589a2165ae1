import { FileSpreadsheet } from 'lucide-react'
import { figure } from '../../../contract/figure.ts'
import { importLimits } from '../../../contract/import-limits.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { UploadState } from './UploadState.tsx'
import { useUpload } from './use-upload.ts'
import './imports.css'

/** Where an import begins: a file, chosen or dropped anywhere on the page. */
export function DropFile() {
  const upload = useUpload()
  const isOver = useFileDrop(upload.send)

  return (
    <section aria-label="New import" className="import-drop" data-over={isOver || undefined}>
      <span className="import-drop-icon" aria-hidden="true">
        <FileSpreadsheet />
      </span>
      <div className="import-drop-words">
        <p className="font-semibold">
          {isOver ? 'Drop it anywhere on this page' : 'Choose a file, or drag it here'}
        </p>
        <p className="text-small text-muted">
          CSV, TSV, or Excel (.xlsx), zipped too. Up to {importLimits.bytes / 1024 / 1024} MB and{' '}
          {figure(importLimits.rows)} cars. Columns of our own export, AX10 dealer files, and Google and Meta
          vehicle feeds match by themselves.
        </p>
      </div>
      <ChooseFile upload={upload}>Choose a file</ChooseFile>
      <UploadState upload={upload} />
    </section>
  )
}
