import { formatCalendarDay } from '../../../contract/calendar-day.ts'
import { VIN_CHECK } from '../../../contract/recall-link.ts'
import type { RecallCampaign } from '../../../contract/recalls.ts'
import { Notice } from '../../ui/controls/Notice.tsx'
import { describeParts } from './describe-parts.ts'
import { useGetCarRecallsQuery } from './recalls.api.ts'

/**
 * Shows the recalls of a car's model, if any are known. It never claims that a car has no recalls, because NHTSA's
 * data may be missing or name the model differently.
 */
export function CarRecalls({ id }: { id: string }) {
  const { currentData: recalls } = useGetCarRecallsQuery({ params: { id } })
  if (!recalls || recalls.count === 0) return null
  const { count, year, model, campaigns } = recalls
  return (
    <section aria-label="Recalls">
      <Notice>
        <p>
          {count === 1 ? '1 recall' : `${count} recalls`} for the {year} {model}. Ask whether{' '}
          {count === 1 ? 'it was' : 'they were'} done, or check the VIN at{' '}
          <a
            href={VIN_CHECK}
            target="_blank"
            rel="noreferrer"
            className="text-link -my-2.5 inline-flex min-h-11 items-center"
          >
            nhtsa.gov
          </a>
          .
        </p>
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-badge">
            <span className="text-link">What was recalled</span>
          </summary>
          <ul className="mt-3 flex max-w-[68ch] flex-col">
            {campaigns.map((campaign) => (
              <Campaign key={campaign.number} campaign={campaign} />
            ))}
          </ul>
        </details>
      </Notice>
    </section>
  )
}

function Campaign({ campaign }: { campaign: RecallCampaign }) {
  const { number, component, summary, consequence, remedy, reportedOn } = campaign
  const texts = [
    ['Defect', summary],
    ['What can happen', consequence],
    ['Remedy', remedy],
  ].filter(([, text]) => text !== '')
  return (
    <li className="flex flex-col gap-2 border-t border-line py-4 wrap-anywhere last:pb-0">
      <h3 className="font-semibold">{describeParts(component)}</h3>
      <p className="text-muted">
        {reportedOn !== null && `Reported ${formatCalendarDay(reportedOn)} · `}NHTSA campaign {number}
      </p>
      <dl className="flex flex-col gap-2">
        {texts.map(([name, text]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
