import { FileSpreadsheet } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { formatNumber } from '../../../contract/number-format.ts'
import { importLimits } from '../../../contract/import-limits.ts'
import { pages } from '../../../contract/pages.ts'
import { createLazyPart } from '../../ui/lazy-part.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { useFileDrop } from '../../ui/form/use-file-drop.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { UploadState } from './UploadState.tsx'
import { useUpload } from './use-upload.ts'
import './imports.css'

const PastImports = createLazyPart(() => import('./PastImports.tsx').then((module) => module.PastImports))

interface ImportsProps {
  actions: ReactNode
  notice: ReactNode
}

export function Imports({ actions, notice }: ImportsProps) {
  return (
    <>
      <PageHead
        title={pages.imports.title}
        actions={actions}
        text="Add and update many cars from one file. You see what would change before anything does, and can take it back."
      />
      {notice}
      <DropFile />
      <Suspense fallback={null}>
        <PastImports />
      </Suspense>
    </>
  )
}

/** Accepts a file that the user chooses or drops anywhere on the page. */
function DropFile() {
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
          {formatNumber(importLimits.rows)} cars. Columns of our own export, AX10 dealer files, and Google and
          Meta vehicle feeds match automatically.
        </p>
      </div>
      <ChooseFile upload={upload}>Choose a file</ChooseFile>
      <UploadState upload={upload} />
    </section>
  )
}
