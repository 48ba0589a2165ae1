import type { FeedCar, FeedReason } from '../../../contract/feeds.ts'
import { fieldPath } from '../../../contract/field-param.ts'
import { pages } from '../../../contract/pages.ts'
import { cx } from '../../ui/cx.ts'
import { isDense } from '../../ui/table/is-dense.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { returnAfterSave } from '../../ui/form-exit.tsx'
import './feeds.css'

export function FeedReasons({ car }: { car: FeedCar }) {
  if (car.reasons.length === 0) return <span className="text-muted">Nothing to fix</span>
  return (
    <ul className="feed-reasons">
      {car.reasons.map((reason) => (
        <li key={`${reason.field} ${reason.message}`} className="wrap-anywhere">
          {reason.message} <FixLink car={car} reason={reason} />
        </li>
      ))}
    </ul>
  )
}

/**
 * Links to the field in the car's form, which links back to this page. Reasons about the account link to the
 * account page.
 */
export function FixLink({ car, reason }: { car: FeedCar; reason: FeedReason }) {
  const linkText = reason.fix.replace(/\.$/, '')
  return (
    <TextLink
      to={getFixPath(car, reason)}
      state={returnAfterSave}
      aria-label={`${linkText}: ${car.name}`}
      // In a one-line row, a long link must be truncated, which flex boxes don't do.
      className={cx(
        'font-semibold',
        !isDense() && 'inline-flex min-h-6 items-center pointer-coarse:min-h-11',
      )}
    >
      {linkText}
    </TextLink>
  )
}

export function getFixPath({ carID }: FeedCar, { field }: FeedReason): string {
  return field === null ? pages.account.path : fieldPath(carID, field)
}
