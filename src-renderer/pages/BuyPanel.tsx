import { Flag, Printer } from 'lucide-react'
import { Suspense } from 'react'
import { carFacts } from '../../contract/cars/car-facts.ts'
import { buildCarName, bindShortWords } from '../../contract/cars/car-name.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { priceLabelTexts } from '../../contract/cars/price-labels.ts'
import { formatDaysAgo, formatDay } from '../../contract/dates.ts'
import { getNotPayableReason } from '../../contract/money.ts'
import type { Me } from '../../contract/users.ts'
import { useHoldTime } from '../api/sale-times.ts'
import { getResellPriceNote } from '../features/cars/resell-price-note.ts'
import { useSession } from '../session/use-session.ts'
import { CarPrice } from '../features/cars/CarPrice.tsx'
import { useGetRelatedCarsQuery } from '../features/cars/cars.api.ts'
import { KeyFacts } from '../features/cars/KeyFacts.tsx'
import { ShareButton } from '../features/cars/ShareButton.tsx'
import { getBuyState, type BuyState } from '../features/purchases/buy-state.ts'
import { purchasesApi } from '../features/purchases/purchases.api.ts'
import { platform } from '../platform/current.ts'
import { Badge, StatusBadge } from '../ui/controls/Badge.tsx'
import { IconButton } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { IncludedFees } from '../ui/controls/IncludedFees.tsx'
import { createLazyPart } from '../ui/lazy-part.tsx'
import { convertCarMileage, useMileageUnit } from '../ui/mileage-unit.ts'
import { CarActions, EditListing } from './CarActions.tsx'
import { CarTrust } from './CarTrust.tsx'
import type { CarDialogsState } from './use-car-dialogs.ts'

const ShortlistButton = createLazyPart(
  () => import('../features/cars/ShortlistButton.tsx').then((module) => module.ShortlistButton),
  'nothing',
)

const StateBadge = createLazyPart(
  () => import('../features/cars/StateBadge.tsx').then((module) => module.StateBadge),
  'nothing',
)

const CarDeposit = createLazyPart(
  () => import('../features/deposits/CarDeposit.tsx').then((module) => module.CarDeposit),
  'nothing',
)

interface BuyPanelProps {
  car: Car
  dialogs: CarDialogsState
}

export function BuyPanel({ car, dialogs }: BuyPanelProps) {
  const { me } = useSession()
  const state = useBuyState(car)
  const holdTime = useHoldTime()
  const isEditor = me !== null && (me.isAdmin || state.kind === 'own')
  return (
    <Card className="flex flex-col gap-4 p-5">
      <div className="flex items-start justify-between gap-3">
        {isEditor && isOffMarket(car) ? <EditorsState car={car} /> : <StatusBadge status={car.available} />}
        <PageTools car={car} dialogs={dialogs} isOwn={state.kind === 'own'} />
      </div>
      <div>
        <h1 id="car-title" className="text-h2 font-heavy">
          {bindShortWords(buildCarName(car))}
        </h1>
        <Interest car={car} isOnOwnList={'purchase' in state && state.kind !== 'bought'} />
      </div>
      <div>
        <CarPrice car={car} isLarge />
        <IncludedFees {...car} />
        <PriceVerdict car={car} />
      </div>
      <CarTrust car={car} />
      <KeyFacts car={car} />
      <p id="price-note" className="text-small text-muted">
        {priceNote({ car, state, me, holdTime })}
      </p>
      <CarActions car={car} state={state} dialogs={dialogs} noteId="price-note" />
      {hasDepositPart(car, state) && (
        <Suspense fallback={<div className="min-h-28" />}>
          <CarDeposit
            car={car}
            purchase={'purchase' in state ? state.purchase : null}
            onReserve={() => dialogs.open('reserve', car._id)}
          />
        </Suspense>
      )}
      {isEditor && state.kind !== 'own' && (
        <div className="no-print flex flex-wrap items-center gap-2 border-t border-line pt-4">
          <span className="flex-1">
            <Badge tone="info">You’re an admin</Badge>
          </span>
          <EditListing car={car} />
        </div>
      )}
    </Card>
  )
}

/** Shows the result of the price comparison, which the panel further down explains. */
function PriceVerdict({ car: { priceLabel } }: { car: Car }) {
  if (priceLabel === null || priceLabel === 'not-enough') return null
  return (
    <a href="#price-title" className="text-link text-small">
      {priceLabelTexts[priceLabel]}
    </a>
  )
}

/** Reports whether the user can reserve the car for a deposit or has reserved it. */
function hasDepositPart({ deposit }: Car, { kind }: BuyState): boolean {
  return kind === 'reserved' || (deposit !== null && (kind === 'buy' || kind === 'listed'))
}

/** Reports whether the car is off the market without having been sold here. */
function isOffMarket({ available }: Car): boolean {
  return available !== 'instock' && available !== 'reserved' && available !== 'sold'
}

function EditorsState({ car }: { car: Car }) {
  return (
    <Suspense fallback={<span />}>
      <StateBadge state={car.available} />
    </Suspense>
  )
}

function PageTools({ car, dialogs, isOwn }: BuyPanelProps & { isOwn: boolean }) {
  return (
    <span className="no-print -mt-2 -mr-2 flex">
      <Suspense fallback={<span className="size-11" />}>
        <ShortlistButton car={car} className="car-page-bookmark" />
      </Suspense>
      <ShareButton title={buildCarName(car)} />
      {platform.can.print && (
        <IconButton label="Print this page" onClick={() => platform.print()}>
          <Printer />
        </IconButton>
      )}
      {!isOwn && (
        <IconButton label={`Report ${buildCarName(car)}`} onClick={() => dialogs.open('report', car._id)}>
          <Flag />
        </IconButton>
      )}
    </span>
  )
}

/**
 * Shows `Lena Lot · Portland, OR · Listed 2 days ago · 3 people have it on their list`. A page that
 * is advertised must show the seller and the location on its first screen, not only the price. On
 * phones, the line includes the mileage.
 */
function Interest({ car, isOnOwnList }: { car: Car; isOnOwnList: boolean }) {
  const { currentData: related } = useGetRelatedCarsQuery({ params: { id: car._id } })
  // The current user is excluded here and not on the server, so the response is the same for
  // everyone and can be cached.
  const count = (related?.onLists ?? 0) - (isOnOwnList ? 1 : 0)
  const unit = useMileageUnit()
  const mileage = carFacts.mileage.text(convertCarMileage(unit, car))
  const people = count === 1 ? '1 person has it on their list' : `${count} people have it on their list`
  return (
    <p className="text-muted">
      {mileage && <span className="lg:hidden">{mileage} · </span>}
      {[car.sellerName, car.location, `Listed ${formatDaysAgo(car.postedAt)}`, count > 0 && people]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

/**
 * Returns the user's options for buying the car. They update whenever the user's purchases change.
 */
function useBuyState(car: Car): BuyState {
  const { me } = useSession()
  const isOther = me !== null && me._id !== car.sellerID
  const { currentData: purchase = null } = purchasesApi.useFindNewestPurchaseQuery(
    { query: { email: me?.email ?? '', carID: car._id, limit: 1 } },
    { skip: !isOther, refetchOnMountOrArgChange: 15 },
  )
  return getBuyState(car, { id: me?._id ?? null, purchase: isOther ? purchase : null })
}

interface Reading {
  car: Car
  state: BuyState
  me: Me | null
  /** Duration of the hold during payment, such as `15 minutes`, or undefined while unknown. */
  holdTime: string | undefined
}

/**
 * Returns the note below the price: what the button does and whether it holds the car, or why the
 * car can't be bought.
 */
function priceNote({ car, state, me, holdTime }: Reading): string {
  const { available, allInMinor, resellPrice, sellerUnproven, sellerID } = car
  const doing = car.deposit === null ? 'is checking out' : 'has reserved it or is checking out'
  const hold = `We hold it ${holdTime ? `for ${holdTime} ` : ''}once you check out.`
  if (state.kind === 'bought')
    return state.purchase.paidAt
      ? `You bought this car on ${formatDay(state.purchase.paidAt)}.`
      : 'You bought this car.'
  if (available === 'sold') return 'This car has been sold.'
  if (available === 'sold-elsewhere') return 'This car was sold elsewhere.'
  if (available === 'withdrawn' && state.kind !== 'own') return 'The seller took this listing down.'
  if (available !== 'instock' && available !== 'reserved')
    return 'It isn’t listed: nobody but its seller and our team sees this page.'
  if (state.kind === 'held') return 'Finish paying before the time is up. Nobody else can buy it until then.'
  if (state.kind === 'reserved') return 'Pay the rest by card, or to the seller directly.'
  if (sellerUnproven && state.kind !== 'own')
    return 'The seller hasn’t confirmed their email address yet. You can add the car to your list and pay once they have.'
  const isEditor = me !== null && (me.isAdmin || me._id === sellerID)
  const ownNote = isEditor && getResellPriceNote(resellPrice)
  if (ownNote) return ownNote
  const unpayableReason = getNotPayableReason(allInMinor)
  if (unpayableReason) return `${unpayableReason} Contact the seller.`
  if (available === 'reserved' && state.kind === 'own')
    return `A buyer ${doing}. The listing can’t be edited until they’re done.`
  if (state.kind === 'own') return 'Your asking price. This is how buyers see your listing.'
  if (state.kind === 'waiting')
    return `Another buyer ${doing}. It’s on your list in case it becomes available.`
  if (available === 'reserved')
    return `Another buyer ${doing}. Add it to your list in case it becomes available.`
  if (state.kind === 'listed') return `It’s on your purchase list, which doesn’t hold it. ${hold}`
  return `Asking price, set by the seller. Adding the car to your list doesn’t hold it. ${hold}`
}
