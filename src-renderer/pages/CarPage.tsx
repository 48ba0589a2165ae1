import { Suspense, useEffect, useRef } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { buildCarName } from '../../contract/cars/car-name.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { carMissingTitle, pages } from '../../contract/pages.ts'
import { toProblem } from '../api/problem.ts'
import { CarRow } from '../features/cars/CarRow.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import type { LoginState } from '../session/Guard.tsx'
import { useGetCarQuery, useGetRelatedCarsQuery } from '../features/cars/cars.api.ts'
import { Gallery, type GalleryHandle } from '../features/cars/Gallery.tsx'
import { keyFacts } from '../features/cars/KeyFacts.tsx'
import { SellerCard } from '../features/cars/SellerCard.tsx'
import { SpecTable } from '../features/cars/SpecTable.tsx'
import { Breadcrumb } from '../ui/controls/Breadcrumb.tsx'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { EmptyState } from '../ui/controls/EmptyState.tsx'
import { ErrorState } from '../ui/controls/ErrorState.tsx'
import { Loading, Skeleton } from '../ui/controls/Skeleton.tsx'
import { TextLink } from '../ui/controls/TextLink.tsx'
import { BuyPanel } from './BuyPanel.tsx'
import { CarDialogs } from './CarDialogs.tsx'
import { BuyerProtection } from './BuyerProtection.tsx'
import { HowBuyingWorks } from './HowBuyingWorks.tsx'
import { canBuyOnline } from './trust-facts.ts'
import { useCarDialogs } from './use-car-dialogs.ts'
import { createLazyPart } from '../ui/lazy-part.tsx'

const CarSheet = createLazyPart(
  () => import('../features/cars/CarSheet.tsx').then((module) => module.CarSheet),
  'nothing',
)

const CarHistory = createLazyPart(() =>
  import('../features/changes/CarHistory.tsx').then((module) => module.CarHistory),
)
const PricePanel = createLazyPart(() =>
  import('../features/cars/PricePanel.tsx').then((module) => module.PricePanel),
)
const WalkAround = createLazyPart(() =>
  import('../features/cars/WalkAround.tsx').then((module) => module.WalkAround),
)
const CarRecalls = createLazyPart(
  () => import('../features/recalls/CarRecalls.tsx').then((module) => module.CarRecalls),
  'nothing',
)

export function CarPage() {
  const id = useParams().id ?? ''
  const listedCar = (useLocation().state as { car?: Car } | null)?.car
  const { currentData, error, isFetching, refetch } = useGetCarQuery(
    { params: { id } },
    { refetchOnMountOrArgChange: 15 },
  )
  // Offline, the page shows the car's data from the list.
  const car = currentData ?? (isOffline(error) && listedCar?._id === id ? listedCar : undefined)
  const dialogs = useCarDialogs()
  const gallery = useRef<GalleryHandle>(null)
  usePageTitle(car ? buildCarName(car) : isMissing(error) ? carMissingTitle : undefined)
  useRecordVisit(isMissing(error) ? undefined : car?._id, car ? buildCarName(car) : '')

  // A car may be removed while its page is open.
  if (!car || isMissing(error)) {
    return (
      <div className="page py-8">
        {error ? (
          <CarMissing error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading label="Loading the car" className="grid gap-8 lg:grid-cols-[3fr_2fr]">
            <Skeleton className="aspect-4/3 w-full rounded-card!" />
            <div className="card flex flex-col gap-4 p-5">
              <Skeleton className="h-9 w-24" />
              <Skeleton className="h-8 w-full" />
              <Skeleton className="h-12 w-40" />
              <Skeleton className="h-28 w-full" />
              <Skeleton className="h-11 w-full" />
            </div>
          </Loading>
        )}
      </div>
    )
  }
  return (
    <>
      <article className="car-page page" aria-labelledby="car-title">
        <Breadcrumb
          items={[
            { label: 'Home', to: '/' },
            {
              label: car.category_name,
              to: `${pages.search.path}?category=${encodeURIComponent(car.category_name)}`,
            },
            { label: buildCarName(car) },
          ]}
        />
        <div className="car-columns">
          <Gallery
            key={car._id}
            ref={gallery}
            images={car.images}
            shots={car.shots}
            fuel={car.fuel}
            name={buildCarName(car)}
          />
          <div className="car-offer">
            <BuyPanel car={car} dialogs={dialogs} />
            <SellerCard car={car} signIn={<SignInForContacts />} />
          </div>
          <div className="car-sections">
            {car.description && (
              <section aria-labelledby="description-title">
                <h2 id="description-title" className="text-h3">
                  From the seller
                </h2>
                <p className="mt-3 max-w-[68ch] whitespace-pre-line">{car.description}</p>
              </section>
            )}
            <div id="details">
              <SpecTable car={car} without={keyFacts} />
            </div>
            <Suspense fallback={<Skeleton className="h-72 w-full rounded-card!" />}>
              <PricePanel key={car._id} car={car} />
            </Suspense>
            <div id="marks">
              <Suspense fallback={<Skeleton className="h-72 w-full rounded-card!" />}>
                <WalkAround key={car._id} car={car} onOpenPhoto={(url) => gallery.current?.openPhoto(url)} />
              </Suspense>
            </div>
            <Suspense fallback={null}>
              <CarRecalls id={car._id} />
            </Suspense>
            <Suspense fallback={null}>
              <CarHistory key={car._id} car={car} />
            </Suspense>
            {canBuyOnline(car) && (
              <>
                <BuyerProtection car={car} />
                <HowBuyingWorks />
              </>
            )}
          </div>
        </div>
        <RelatedCars car={car} />
        <CarDialogs state={dialogs} cars={[car]} />
      </article>
      <Suspense fallback={null}>
        <CarSheet car={car} />
      </Suspense>
    </>
  )
}

/** Adds the car to the recently viewed cars, once per visit. */
function useRecordVisit(id: string | undefined, name: string): void {
  useEffect(() => {
    if (id === undefined) return
    void import('../ui/local-cars.ts')
      .then(({ addCar, recentCars }) => addCar(recentCars, { id, name }))
      .catch(() => undefined)
  }, [id, name])
}

function SignInForContacts() {
  const from = useLocation()
  return (
    <p className="text-small text-muted">
      <TextLink to={pages.login.path} state={{ from } satisfies LoginState}>
        Sign in
      </TextLink>{' '}
      to see the seller’s phone and email.
    </p>
  )
}

interface CarMissingProps {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}

function CarMissing({ error, onRetry, isRetrying }: CarMissingProps) {
  if (!isMissing(error)) return <ErrorState error={error} onRetry={onRetry} isRetrying={isRetrying} />
  return (
    <Card>
      <EmptyState
        as="h1"
        title={carMissingTitle}
        text="It was sold or taken down."
        action={<LinkButton to={pages.search.path}>See other cars</LinkButton>}
      />
    </Card>
  )
}

function isOffline(error: unknown): boolean {
  return toProblem(error).code === 'offline'
}

function isMissing(error: unknown): boolean {
  const { status } = toProblem(error)
  return status === 404 || status === 400
}

function RelatedCars({ car }: { car: Car }) {
  const { currentData: related } = useGetRelatedCarsQuery({ params: { id: car._id } })
  if (!related) return null
  return (
    <>
      <Cars id="similar-title" title="Similar cars" cars={related.similar} />
      <Cars id="seller-title" title={`More from ${car.sellerName}`} cars={related.sameSeller} />
    </>
  )
}

function Cars({ id, title, cars }: { id: string; title: string; cars: readonly Car[] }) {
  if (cars.length === 0) return null
  return (
    <section aria-labelledby={id} className="no-print mt-6">
      <h2 id={id} className="mb-4 text-h2">
        {title}
      </h2>
      <CarRow cars={cars} />
    </section>
  )
}
