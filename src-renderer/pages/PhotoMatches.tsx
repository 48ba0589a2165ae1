import { useId } from 'react'
import { formatCount } from '../../contract/number-format.ts'
import { pagePath } from '../../contract/pages.ts'
import type { PhotoMatch } from '../../contract/photos.ts'
import { CarPhoto } from '../features/cars/CarPhoto.tsx'
import { StateBadge } from '../features/cars/StateBadge.tsx'
import { useClosePhotoMatchMutation, useListPhotoMatchesQuery } from '../features/photos/photo-matches.api.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { EmailText } from '../ui/controls/EmailText.tsx'
import { TextLink } from '../ui/controls/TextLink.tsx'
import { toastOutcome } from '../ui/overlays/toast-outcome.ts'

/** Shows admins the pairs of cars of different sellers that have the same photo, or nothing without pairs. */
export function PhotoMatches() {
  const id = useId()
  const { data } = useListPhotoMatchesQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data || data.total === 0) return null
  const { total, pairs } = data
  return (
    <section aria-labelledby={id} className="mb-6">
      <h2 id={id} className="text-lead font-bold">
        {total === 1
          ? 'Two cars have the same photo'
          : `${formatCount(total, 'pair')} of cars have the same photo`}
      </h2>
      <p className="mt-1 max-w-[68ch] text-small text-muted">
        One of the listings may be fake. Open a car to take it down.
        {total > pairs.length && ` The newest ${pairs.length} are listed.`}
      </p>
      <ul className="mt-3 flex flex-col gap-3">
        {pairs.map((pair) => (
          <li key={pair.cars.map(({ _id }) => _id).join()}>
            <Pair cars={pair.cars} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Pair({ cars }: Pick<PhotoMatch, 'cars'>) {
  const [close, { isLoading }] = useClosePhotoMatchMutation()
  const [first, second] = cars

  function handleClose() {
    const params = { id: first._id, carID: second._id }
    void toastOutcome(close({ params }), 'The pair is closed')
  }

  return (
    <Card className="flex flex-col gap-4 p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <MatchingCar car={first} />
        <MatchingCar car={second} />
      </div>
      <div>
        <Button
          variant="secondary"
          size="small"
          loading={isLoading}
          aria-label={`It’s fine: ${first.carName} and ${second.carName}`}
          onClick={handleClose}
        >
          It’s fine
        </Button>
      </div>
    </Card>
  )
}

function MatchingCar({ car }: { car: PhotoMatch['cars'][number] }) {
  const { _id, carName, available, image_url, sellerName, sellerEmail } = car
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-3">
      <div className="w-44">
        <CarPhoto src={image_url} alt={carName} className="rounded-badge" />
      </div>
      <div className="flex min-w-0 flex-1 basis-40 flex-col items-start gap-1 text-small wrap-anywhere">
        <TextLink to={pagePath('car', { id: _id })}>{carName}</TextLink>
        <StateBadge state={available} />
        <span>{sellerName}</span>
        {sellerEmail && (
          <span className="text-muted">
            <EmailText address={sellerEmail} />
          </span>
        )}
      </div>
    </div>
  )
}
