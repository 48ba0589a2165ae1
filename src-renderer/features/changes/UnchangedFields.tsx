import type { Reverted } from '../../../contract/cars/car-changes.ts'
import { getFieldLabel } from '../../../contract/cars/change-labels.ts'
import { pagePath } from '../../../contract/pages.ts'
import { Notice } from '../../ui/controls/Notice.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { skipReasonTexts } from './change-text.ts'

export function UnchangedFields({ stayed }: { stayed: Reverted['stayed'] }) {
  const cars = Map.groupBy(stayed, ({ carID }) => carID)
  return (
    <Notice tone="info" title="Some fields stay unchanged" isAlert className="mt-3">
      <ul className="flex flex-col gap-2">
        {Array.from(cars, ([id, fields]) => (
          <li key={id}>
            {cars.size > 1 && <TextLink to={pagePath('car', { id })}>{fields[0]!.carName}</TextLink>}
            <ul>
              {fields.map(({ field, reason }) => (
                <li key={field}>
                  {getFieldLabel(field)}: {skipReasonTexts[reason]}.
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
