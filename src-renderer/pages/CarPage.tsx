import { Printer } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { carName } from '../../contract/car-name.ts'
import type { Car } from '../../contract/cars.ts'
import { whyNotPayable } from '../../contract/money.ts'
import { carMissingTitle } from '../../contract/pages.ts'
import type { Me } from '../../contract/users.ts'
import { toProblem } from '../api/problem.ts'
import { usePageTitle } from '../app/page-title.ts'
import type { LoginState } from '../app/session/Guard.tsx'
import { useSession } from '../app/session/use-session.ts'
import { useGetCarQuery } from '../features/cars/cars.api.ts'
import { factsLine } from '../features/cars/car-facts.ts'
import { CarPrice } from '../features/cars/CarPrice.tsx'
import { Gallery } from '../features/cars/Gallery.tsx'
import { resellPriceNote } from '../features/cars/resell-price-note.ts'
import { SellerCard } from '../features/cars/SellerCard.tsx'
import { ShareButton } from '../features/cars/ShareButton.tsx'
import { SpecTable } from '../features/cars/SpecTable.tsx'
import { platform } from '../platform/current.ts'
import { StatusBadge } from '../ui/Badge.tsx'
import { Breadcrumb } from '../ui/Breadcrumb.tsx'
import { IconButton, LinkButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { CarActions } from './CarActions.tsx'
import { CarDialogs } from './CarDialogs.tsx'
import { useCarDialogs, type CarDialogsState } from './use-car-dialogs.ts'

const CarSheet = lazy(() =>
  import('../features/cars/CarSheet.tsx').then((module) => ({ default: module.CarSheet })),
)

/** /car/:id */
export function CarPage() {
  const id = useParams().id ?? ''
  const {
    currentData: car,
    error,
    isFetching,
    refetch,
  } = useGetCarQuery({ params: { id } }, { refetchOnMountOrArgChange: 15 })
  const dialogs = useCarDialogs()
  usePageTitle(car ? carName(car) : isMissing(error) ? carMissingTitle : undefined)

  // It may go while it is looked at.
  if (!car || isMissing(error)) {
    return (
      <div className="page py-8">
        {error ? (
          <CarMissing error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading label="Loading the car" className="grid gap-8 lg:grid-cols-[3fr_2fr]">
            <Skeleton className="aspect-video w-full rounded-card!" />
            <Skeleton className="h-80 w-full rounded-card!" />
          </Loading>
        )}
      </div>
    )
  }
  return (
    <>
      <article className="page flex flex-col gap-6 py-8 wrap-anywhere" aria-labelledby="car-title">
        <Breadcrumb
          items={[
            { label: 'Home', to: '/' },
            { label: car.category_name, to: `/search?category=${encodeURIComponent(car.category_name)}` },
            { label: carName(car) },
          ]}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-8">
          <Gallery key={car._id} images={car.images} name={carName(car)} />
          <div className="flex flex-col gap-5 lg:sticky lg:top-24 lg:row-span-2">
            <BuyPanel car={car} dialogs={dialogs} />
            <SellerCard car={car} signIn={<SignInForContacts />} />
          </div>
          <div className="flex min-w-0 flex-col gap-6 lg:col-start-1">
            {car.description && (
              <section aria-labelledby="description-title">
                <h2 id="description-title" className="text-h3">
                  The seller says
                </h2>
                <p className="mt-3 max-w-[68ch] whitespace-pre-line">{car.description}</p>
              </section>
            )}
            <SpecTable car={car} />
          </div>
        </div>
        <CarDialogs state={dialogs} cars={[car]} />
      </article>
      <Suspense fallback={null}>
        <CarSheet car={car} />
      </Suspense>
    </>
  )
}

interface BuyPanelProps {
  car: Car
  dialogs: CarDialogsState
}

function BuyPanel({ car, dialogs }: BuyPanelProps) {
  const { me } = useSession()
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex items-start justify-between gap-3">
        <StatusBadge status={car.available} />
        <span className="no-print -mt-2 -mr-2 flex">
          <ShareButton title={carName(car)} />
          {platform.can.print && (
            <IconButton label="Print this page" onClick={() => print()}>
              <Printer />
            </IconButton>
          )}
        </span>
      </div>
      <div>
        <h1 id="car-title" className="text-h2 font-heavy">
          {carName(car)}
        </h1>
        <p className="text-muted">{factsLine(car)}</p>
      </div>
      <CarPrice car={car} isLarge />
      <p id="price-note" className="text-small text-muted">
        {priceNote(car, me)}
      </p>
      {(car.available === 'instock' || car.available === 'reserved') && (
        <div className="no-print buy-bar">
          <CarActions car={car} dialogs={dialogs} noteId="price-note" />
        </div>
      )}
    </Card>
  )
}

/** Why Buy is off, or what it does. */
function priceNote(car: Car, me: Me | null): string {
  const { available, priceMinor, resellPrice, sellerUnproven, sellerID } = car
  if (available === 'sold') return 'This car is sold.'
  if (available === 'withdrawn') return 'The seller took this car off the market.'
  if (sellerUnproven)
    return 'The seller has yet to confirm their email address. Until then this car can’t be paid for; you may put it on your list.'
  const isEditor = me !== null && (me.isAdmin || me._id === sellerID)
  const ownNote = isEditor && resellPriceNote(resellPrice)
  if (ownNote) return ownNote
  const refusal = whyNotPayable(priceMinor)
  if (refusal) return `${refusal} Ask the seller.`
  if (available === 'reserved')
    return 'Another buyer is paying for it right now. You may put it on your list and wait.'
  return 'The seller’s price. Buy puts the car on your list; you pay later.'
}

function SignInForContacts() {
  const from = useLocation()
  return (
    <p className="text-small text-muted">
      <TextLink to="/login" state={{ from } satisfies LoginState}>
        Sign in
      </TextLink>{' '}
      to see how to reach the seller.
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
        text="It was sold, or its seller took it off the market."
        action={<LinkButton to="/search">See other cars</LinkButton>}
      />
    </Card>
  )
}

function isMissing(error: unknown): boolean {
  const { status } = toProblem(error)
  return status === 404 || status === 400
}
