import { buildCarName } from '../../../contract/cars/car-name.ts'
import { getThumbnail } from '../../../contract/images.ts'
import { pagePath } from '../../../contract/pages.ts'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/controls/ErrorState.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { TypedPrice } from '../../ui/controls/TypedPrice.tsx'
import { FactsLine } from './FactsLine.tsx'
import { CarPhoto } from './CarPhoto.tsx'
import { useGetCarQuery } from './cars.api.ts'
import { StateBadge } from './StateBadge.tsx'

interface ReportedCarProps {
  carId: string
  /** True to show the car next to a list, in one column with all of its photos. */
  isNarrow?: boolean | undefined
}

/** Shows the current listing to an admin who decides on a report or a payment. */
export function ReportedCar({ carId, isNarrow = false }: ReportedCarProps) {
  const { currentData: car, error, isFetching, refetch } = useGetCarQuery({ params: { id: carId } })
  if (!car && error)
    return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!car)
    return (
      <Loading label="Loading the listing">
        <Skeleton className="h-24" />
      </Loading>
    )

  return (
    <div
      className={cx(
        'grid gap-4 rounded-control border border-line p-3',
        !isNarrow && 'sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)]',
      )}
    >
      <CarPhoto key={car._id} src={car.image_url} alt={buildCarName(car)} className="rounded-badge" />
      {isNarrow && car.images.length > 1 && (
        <ul aria-label="More photos" className="grid grid-cols-4 gap-2">
          {car.images.slice(1).map((image, index) => (
            <li key={image} className="overflow-hidden rounded-badge">
              <CarPhoto src={getThumbnail(image)} alt={`Photo ${index + 2}`} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
          <TextLink to={pagePath('car', { id: car._id })}>{buildCarName(car)}</TextLink>
          <StateBadge state={car.available} />
        </p>
        <p className="font-bold">
          <TypedPrice minor={car.allInMinor} text={car.resellPrice} />
        </p>
        <p className="text-small text-muted">
          <FactsLine car={car} />
        </p>
        <p className="text-small text-muted wrap-anywhere">
          {car.sellerName}
          {car.sellerEmail && (
            <>
              {' · '}
              <EmailText address={car.sellerEmail} />
            </>
          )}
        </p>
        {car.available === 'reserved' && (
          <p className="text-small text-warning">
            A buyer has reserved it or is paying. Taking it down cancels their payment or refunds their
            deposit.
          </p>
        )}
      </div>
      {car.description && (
        <p
          className={cx(
            'line-clamp-4 text-small whitespace-pre-line wrap-anywhere',
            !isNarrow && 'sm:col-span-2',
          )}
        >
          {car.description}
        </p>
      )}
    </div>
  )
}
