import { DateText } from '../../ui/DateText.tsx'
import { iconOfStep } from './change-icons.ts'
import type { PriceStep } from './price-steps.ts'
import { Timeline, TimelineItem } from './Timeline.tsx'

/** When a car was listed, and what it has cost since. */
export function PriceEntries({ steps }: { steps: readonly PriceStep[] }) {
  return (
    <Timeline>
      {steps.map((step, place) => (
        <TimelineItem key={place} icon={iconOfStep(step)}>
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>
              <span className="font-semibold">{step.title}</span>
              {step.difference && (
                <>
                  {' '}
                  <span className={step.difference.isLess ? 'text-success' : 'text-muted'}>
                    {step.difference.text}
                  </span>
                </>
              )}
            </span>
            <span className="text-small text-muted">
              <DateText at={step.at} />
            </span>
          </p>
        </TimelineItem>
      ))}
    </Timeline>
  )
}
