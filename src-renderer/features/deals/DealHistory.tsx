import type { Deal } from '../../../contract/deals.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import { DealSection } from './DealSection.tsx'

export function DealHistory({ events }: Pick<Deal, 'events'>) {
  if (events.length === 0) return null
  return (
    <DealSection title="History">
      <ol className="deal-history">
        {events.toReversed().map(({ at, text }, index) => (
          <li key={`${at}-${index}`}>
            <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            <p className="text-tiny text-subtle">
              <DateText at={at} hasTime />
            </p>
          </li>
        ))}
      </ol>
    </DealSection>
  )
}
