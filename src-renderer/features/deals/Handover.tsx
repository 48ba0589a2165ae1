import { useState } from 'react'
import { isBeforeHandover } from '../../../contract/deal-life.ts'
import { findOpenProposal, listUpcomingTimes } from '../../../contract/deal-next-step.ts'
import type { Deal } from '../../../contract/deals.ts'
import { getServerTime } from '../../api/server-clock.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { DealSection } from './DealSection.tsx'
import { formatMeeting } from './handover-times.ts'
import { HandoverActions } from './HandoverActions.tsx'
import { ProposedTimes } from './ProposedTimes.tsx'
import { ProposeTimes } from './ProposeTimes.tsx'

/** Shows the time and the place of the handover. Until the handover, both sides can change them. */
export function Handover({ deal }: { deal: Deal }) {
  const { handoverAt, place, role } = deal
  const open = findOpenProposal(deal)
  const canPropose = role !== 'admin' && isBeforeHandover(deal)
  const isTimeNeeded =
    handoverAt === null && (open === null || listUpcomingTimes(open, getServerTime()).length === 0)
  const [isProposing, setProposing] = useState(false)
  const isFormShown = canPropose && (isProposing || isTimeNeeded)

  if (!isBeforeHandover(deal) && handoverAt === null && place === '') return null
  return (
    <DealSection title="Handover">
      <dl className="flex flex-col gap-3">
        <div>
          <dt className="text-small text-subtle">{handoverAt === null ? 'Time' : 'Agreed time'}</dt>
          <dd className="text-lead font-bold">
            {handoverAt === null ? (
              'Not agreed yet'
            ) : (
              <time dateTime={handoverAt}>{formatMeeting(handoverAt)}</time>
            )}
          </dd>
        </div>
        {place !== '' && !isFormShown && (
          <div>
            <dt className="text-small text-subtle">Place</dt>
            <dd className="font-medium wrap-anywhere">{place}</dd>
          </div>
        )}
      </dl>
      {open && <ProposedTimes deal={deal} proposal={open} />}
      <HandoverActions deal={deal} />
      {isFormShown && (
        <ProposeTimes
          key={deal.proposals.length}
          deal={deal}
          onDone={() => setProposing(false)}
          onCancel={isTimeNeeded ? undefined : () => setProposing(false)}
        />
      )}
      {canPropose && !isFormShown && (
        <Button variant="secondary" className="self-start max-sm:w-full" onClick={() => setProposing(true)}>
          {handoverAt === null ? 'Propose other times' : 'Change the time or place'}
        </Button>
      )}
    </DealSection>
  )
}
