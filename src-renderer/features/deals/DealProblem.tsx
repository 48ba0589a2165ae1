import { Gavel, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { problemReasonLabels, type ProblemOutcome } from '../../../contract/deal-life.ts'
import type { Deal } from '../../../contract/deals.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { ConfirmReturn } from './ConfirmReturn.tsx'
import { canReportProblem, isBeingReturned } from './deal-progress.ts'
import { DealSection } from './DealSection.tsx'
import { DecideProblemDialog } from './DecideProblemDialog.tsx'
import { ReportProblemDialog } from './ReportProblemDialog.tsx'

const outcomes: Record<ProblemOutcome, string> = {
  refund: 'Full refund',
  'partial-refund': 'Partial refund',
  release: 'The sale stands',
}

/** Shows the newest problem of a deal and its decision, and the actions that its state allows. */
export function DealProblem({ deal }: { deal: Deal }) {
  const [isReporting, setReporting] = useState(false)
  const [isDeciding, setDeciding] = useState(false)
  const { problem, role, state } = deal
  const canReport = canReportProblem(deal)
  if (!problem && !canReport) return null

  return (
    <DealSection title={getSectionTitle(problem)}>
      {problem ? (
        <Problem deal={deal} problem={problem} />
      ) : (
        <p className="text-small text-muted">
          Tell our team.{deal.releasedAt === null && ' We then hold the money until it’s decided.'}
        </p>
      )}
      {role === 'seller' && isBeingReturned(deal) && <ConfirmReturn deal={deal} />}
      {canReport && (
        <Button variant="secondary" className="self-start" onClick={() => setReporting(true)}>
          <TriangleAlert aria-hidden="true" />
          Something’s wrong
        </Button>
      )}
      {role === 'admin' && state === 'problem' && problem?.outcome === null && (
        <Button className="self-start" onClick={() => setDeciding(true)}>
          <Gavel aria-hidden="true" />
          Decide
        </Button>
      )}
      <ReportProblemDialog deal={deal} isOpen={isReporting} onClose={() => setReporting(false)} />
      <DecideProblemDialog deal={deal} isOpen={isDeciding} onClose={() => setDeciding(false)} />
    </DealSection>
  )
}

function getSectionTitle(problem: Deal['problem']): string {
  if (!problem) return 'Something’s wrong?'
  return problem.reason === 'return' ? 'Return' : 'Problem'
}

function Problem({ deal, problem }: { deal: Deal; problem: NonNullable<Deal['problem']> }) {
  const { openedBy, reason, text, openedAt, outcome, outcomeReason, decidedAt } = problem
  const reporter = openedBy === deal.role ? 'you' : openedBy === 'buyer' ? deal.buyerName : deal.sellerName
  return (
    <>
      <div>
        <p className="font-semibold">{problemReasonLabels[reason]}</p>
        <p className="text-small text-muted wrap-anywhere">
          {reason === 'return' ? 'Requested' : 'Reported'} by {reporter} on <DateText at={openedAt} hasTime />
        </p>
        {text !== '' && (
          <blockquote className="mt-2 border-l-3 border-accent pl-3 whitespace-pre-line wrap-anywhere">
            {text}
          </blockquote>
        )}
      </div>
      {outcome && (
        <div>
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">Decision</span>
            <Badge tone="info">{outcomes[outcome]}</Badge>
          </p>
          {decidedAt && (
            <p className="text-small text-muted">
              <DateText at={decidedAt} hasTime />
            </p>
          )}
          {outcomeReason && <p className="mt-1 whitespace-pre-line wrap-anywhere">{outcomeReason}</p>}
        </div>
      )}
    </>
  )
}
