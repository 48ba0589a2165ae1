import type { ReactNode } from 'react'
import type { CarImport } from '../../../contract/imports.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { DiscardImport } from './DiscardImport.tsx'
import { ImportHead } from './ImportHead.tsx'
import { UploadState } from './UploadState.tsx'
import { useTakenFocus } from './use-taken-focus.ts'
import { useUpload } from './use-upload.ts'

interface ImportFailedProps {
  job: CarImport
  revert: (set: string) => ReactNode
}

/** Why a file was refused, and what to do; what of it is in can be taken back. */
export function ImportFailed({ job: { message, changeSetID, ...job }, revert }: ImportFailedProps) {
  const upload = useUpload()
  const card = useTakenFocus()
  return (
    <>
      <ImportHead job={{ ...job, changeSetID }} actions={<DiscardImport job={{ ...job, changeSetID }} />} />
      <section ref={card} tabIndex={-1} aria-label="What went wrong" className="import-card">
        <Notice
          tone="danger"
          title={changeSetID === null ? 'This file wasn’t imported' : 'This import didn’t finish'}
        >
          <p className="wrap-anywhere">{message}</p>
        </Notice>
        <div className="flex flex-wrap gap-3">
          <ChooseFile upload={upload}>Choose another file</ChooseFile>
          {changeSetID !== null && revert(changeSetID)}
        </div>
        <UploadState upload={upload} />
      </section>
    </>
  )
}
