import { Check } from 'lucide-react'
import type { Deal } from '../../../contract/deals.ts'
import { formatMonthAndDay } from '../../../contract/dates.ts'
import { listDealSteps } from './deal-progress.ts'

export function DealSteps({ deal }: { deal: Deal }) {
  const steps = listDealSteps(deal)
  const current = steps.findIndex(({ isDone }) => !isDone)
  return (
    <ol className="deal-steps" aria-label="Steps">
      {steps.map(({ label, at, isDone }, index) => (
        <li
          key={label}
          data-state={isDone ? 'done' : index === current ? 'current' : 'upcoming'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="deal-step-mark" aria-hidden="true">
            {isDone ? <Check /> : index + 1}
          </span>
          <span className="deal-step-label">{label}</span>
          <span className="sr-only">{isDone ? ', done' : ''}</span>
          {at && (
            <time dateTime={at} className="text-tiny text-subtle">
              {formatMonthAndDay(at)}
            </time>
          )}
        </li>
      ))}
    </ol>
  )
}
