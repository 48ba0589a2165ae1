import { Suspense, type ReactNode } from 'react'
import { countOf } from '../../../contract/count-of.ts'
import { figure } from '../../../contract/figure.ts'
import type { CarImport } from '../../../contract/imports.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { isDense } from '../../ui/placed/use-shown-list.ts'
import { ImportHead } from './ImportHead.tsx'
import { PlannedRows } from './lazy-rows.ts'
import { Rejects } from './Rejects.tsx'
import { useTakenFocus } from './use-taken-focus.ts'

interface ImportDoneProps {
  job: CarImport
  revert: (set: string) => ReactNode
}

/** What went in, what didn’t, and the way back. */
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
    counts.create > 0 && `${countOf(counts.create, 'car')} added`,
    counts.update > 0 && `${countOf(counts.update, 'car')} updated`,
    offLot > 0 && `${countOf(offLot, 'car')} taken off the lot`,
    counts.unchanged > 0 && `${figure(counts.unchanged)} already up to date`,
    counts.held > 0 && `${figure(counts.held)} on hold`,
    counts.error > 0 && `${countOf(counts.error, 'row')} not imported`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')}.` : 'The file had nothing to change.'
}
