import { Download } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { formatNumber, formatCount } from '../../../contract/number-format.ts'

import type { CarImport } from '../../../contract/imports.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { LinkButton, Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { isDense } from '../../ui/table/is-dense.ts'
import { useDownload } from '../../ui/use-download.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { ImportHead } from './ImportHead.tsx'
import { PlannedRows } from './lazy-rows.ts'
import { UploadState } from './UploadState.tsx'
import { useTakenFocus } from './use-taken-focus.ts'
import { useUpload } from './use-upload.ts'

interface ImportDoneProps {
  job: CarImport
  revert: (set: string) => ReactNode
}

export function ImportDone({ job, revert }: ImportDoneProps) {
  const card = useTakenFocus()
  const { changeSetID: set, counts } = job
  return (
    <>
      <ImportHead job={job} />
      <section ref={card} tabIndex={-1} aria-label="Result" className="import-card">
        <Notice
          tone={set === null ? 'info' : 'success'}
          title={set === null ? 'No car was changed' : 'Imported'}
        >
          <p>{resultOf(job)}</p>
          {counts.create > 0 && (
            <p>
              New cars are drafts. <TextLink to={draftsPath()}>Add photos and list them</TextLink>
            </p>
          )}
        </Notice>
        {set !== null && (
          <div className="flex flex-wrap items-start gap-3">
            <LinkButton variant="secondary" to={pagePath('changeSet', { id: set })}>
              See every change
            </LinkButton>
            {revert(set)}
          </div>
        )}
        {counts.error > 0 && <Rejects job={job} />}
      </section>
      <Suspense fallback={null}>
        <PlannedRows job={job} />
      </Suspense>
    </>
  )
}

function draftsPath(): string {
  return isDense() ? pages.myCars.path : `${pages.myCars.path}?state=draft`
}

function resultOf({ counts, offLot }: CarImport): string {
  const parts = [
    counts.create > 0 && `${formatCount(counts.create, 'car')} added`,
    counts.update > 0 && `${formatCount(counts.update, 'car')} updated`,
    offLot > 0 && `${formatCount(offLot, 'car')} taken off the lot`,
    counts.unchanged > 0 && `${formatNumber(counts.unchanged)} already up to date`,
    counts.held > 0 && `${formatNumber(counts.held)} on hold`,
    counts.error > 0 && `${formatCount(counts.error, 'row')} not imported`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')}.` : 'The file had nothing to change.'
}

/** Offers the rejected rows as a file to correct and upload again. */
function Rejects({ job: { _id: id, counts } }: { job: CarImport }) {
  const upload = useUpload()
  const { download, isDownloading } = useDownload('getImportRejects', { id })
  return (
    <div className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <p className="text-small">
        <strong>{formatCount(counts.error, 'row')} with errors.</strong> Download them, correct them in a
        spreadsheet, and import only that file. Each row shows what’s wrong with it.
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
