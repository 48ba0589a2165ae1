import { useState } from 'react'
import type { Deal } from '../../../contract/deals.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { getServerTime } from '../../api/server-clock.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useSetHandoverMutation } from './deal.api.ts'
import { formatMeeting } from './handover-times.ts'

interface ProposedTimesProps {
  deal: Deal
  proposal: Deal['proposals'][number]
}

/** Lists the times that one side has proposed, which the other side can accept. */
export function ProposedTimes({ deal, proposal }: ProposedTimesProps) {
  const { purchaseID, role, buyerName, sellerName } = deal
  const { by, times } = proposal
  const [setHandover, { isLoading }] = useSetHandoverMutation()
  const [accepted, setAccepted] = useState<string>()
  const proposer = role === by ? 'You' : by === 'buyer' ? buyerName : sellerName
  const canAccept = role !== 'admin' && role !== by

  async function handleAccept(time: string) {
    if (isLoading) return
    setAccepted(time)
    const { error } = await setHandover({ params: { purchaseID }, body: { accept: time } })
    if (error) toast.error(formatProblem(toProblem(error)))
    else toast.success('Handover agreed', { detail: formatMeeting(time) })
  }

  return (
    <div className="deal-proposal">
      <p className="font-semibold wrap-anywhere">{proposer} proposed</p>
      <ul className="flex flex-col gap-2">
        {times.map((time) => (
          <li key={time} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <time dateTime={time} className="font-medium">
              {formatMeeting(time)}
            </time>
            {Date.parse(time) <= getServerTime() ? (
              <span className="text-small text-subtle">Passed</span>
            ) : (
              canAccept && (
                <Button
                  size="small"
                  aria-label={`Accept ${formatMeeting(time)}`}
                  loading={isLoading && accepted === time}
                  onClick={() => void handleAccept(time)}
                >
                  Accept
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
