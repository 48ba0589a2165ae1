import { ChevronDown, CircleCheck } from 'lucide-react'
import type { DealDocuments } from '../../../contract/deal-documents.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { TextChange } from '../../ui/controls/TextChange.tsx'
import { DealSection } from './DealSection.tsx'

/** The length above which values are shown one below the other. */
const LONG = 120

type Listing = DealDocuments['listing']

/** Compares the listing that the buyer paid for with the current one, the differences first. */
export function PromisedAndNow({ listing }: { listing: Listing }) {
  const changes = listing.filter(({ now }) => now !== null)
  const rest = listing.filter(({ now }) => now === null)
  if (listing.length === 0) return null
  return (
    <DealSection title="Promised and now">
      {changes.length === 0 ? (
        <p className="flex gap-2 text-muted">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-success" />
          The listing hasn’t changed since the payment.
        </p>
      ) : (
        <Changes changes={changes} />
      )}
      {rest.length > 0 && <Unchanged facts={rest} isAll={changes.length === 0} />}
    </DealSection>
  )
}

function Changes({ changes }: { changes: Listing }) {
  return (
    <ul className="deal-changes" aria-label="Changes since the payment">
      {changes.map(({ label, promised, now }) => (
        <li key={label}>
          <p className="text-small text-muted">{label}</p>
          <Change label={label} promised={promised} now={now!} />
        </li>
      ))}
    </ul>
  )
}

/** Shows two short values next to each other, and shortens long ones. */
function Change({ label, promised, now }: { label: string; promised: string; now: string }) {
  if (promised.length > LONG || now.length > LONG)
    return (
      <div>
        <TextChange label={label} before={promised} after={now} />
      </div>
    )
  return (
    <dl>
      <div>
        <dt>Promised</dt>
        <dd>{promised}</dd>
      </div>
      <div data-new="">
        <dt>Now</dt>
        <dd>{now}</dd>
      </div>
    </dl>
  )
}

function Unchanged({ facts, isAll }: { facts: Listing; isAll: boolean }) {
  return (
    <details className="deal-document">
      <summary>
        <span className="min-w-0 flex-1">
          {isAll ? 'The listing as paid for' : `${formatCount(facts.length, 'detail')} unchanged`}
        </span>
        <ChevronDown aria-hidden="true" className="deal-document-arrow" />
      </summary>
      <div className="deal-document-text">
        <dl>
          {facts.map(({ label, promised }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{promised}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  )
}
