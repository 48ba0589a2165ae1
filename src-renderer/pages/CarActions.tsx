import { Phone } from 'lucide-react'
import { Suspense } from 'react'
import { buildCarName } from '../../contract/cars/car-name.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { formatMoney } from '../../contract/money.ts'
import { pagePath, pages } from '../../contract/pages.ts'
import { buildPhoneLink } from '../../contract/phone-link.ts'
import type { BuyState } from '../features/purchases/buy-state.ts'
import { Badge } from '../ui/controls/Badge.tsx'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Price } from '../ui/controls/Price.tsx'
import { createLazyPart } from '../ui/lazy-part.tsx'
import { formatCountdown, useSecondsUntil } from '../ui/use-countdown.ts'
import type { CarDialogsState } from './use-car-dialogs.ts'

const ManageListing = createLazyPart(
  () => import('../features/cars/ManageListing.tsx').then((module) => module.ManageListing),
  'button',
)

interface CarActionsProps {
  car: Car
  state: BuyState
  dialogs: CarDialogsState
  /** ID of the note that explains why Buy is disabled. */
  noteId: string
}

/**
 * Shows the actions that the car's state allows. On phones, they stick to the bottom of the screen,
 * with the price and the seller's phone number.
 */
export function CarActions(props: CarActionsProps) {
  const { car, state } = props
  const call = car.selllerContact ? buildPhoneLink(car.selllerContact) : null
  return (
    <div className="no-print buy-bar">
      {saysNoPrice(state) && (
        <Price
          minor={car.allInMinor}
          text={car.resellPrice}
          className={cx(
            'min-w-0 text-lead font-heavy tracking-tight lg:hidden',
            state.kind === 'own' && 'flex-1',
          )}
        />
      )}
      <MainAction {...props} />
      {call && state.kind !== 'own' && (
        <a
          href={call}
          className="icon-button border border-line-strong lg:hidden"
          aria-label={`Call ${car.sellerName}`}
        >
          <Phone aria-hidden="true" />
        </a>
      )}
    </div>
  )
}

/** Reports whether the button's label omits the price, which is then shown next to it. */
function saysNoPrice({ kind }: BuyState): boolean {
  return kind === 'buy' || kind === 'join' || kind === 'waiting' || kind === 'unpayable' || kind === 'own'
}

function MainAction({ car, state, dialogs, noteId }: CarActionsProps) {
  const handleBuy = () => dialogs.open('buy', car._id)
  switch (state.kind) {
    case 'own':
      return <OwnListing car={car} />
    case 'bought':
      return (
        <LinkButton className="flex-1" to={pagePath('receipt', { id: state.purchase._id })}>
          View receipt
        </LinkButton>
      )
    case 'gone':
      return (
        <LinkButton className="flex-1" variant="secondary" to={similarPath(car)}>
          See similar cars
        </LinkButton>
      )
    case 'held':
      return <HeldForYou purchaseId={state.purchase._id} heldUntil={state.heldUntil} />
    case 'reserved':
      return (
        <LinkButton className="flex-1" to={paymentPath(state.purchase._id)}>
          Pay the rest: {formatMoney(state.purchase.remainingMinor ?? 0)}
        </LinkButton>
      )
    case 'listed':
      return (
        <LinkButton className="flex-1" to={paymentPath(state.purchase._id)}>
          On your list · Pay {formatMoney(car.allInMinor ?? 0)}
        </LinkButton>
      )
    case 'waiting':
      return (
        <LinkButton className="flex-1" variant="secondary" to={pages.purchases.path}>
          On your list
        </LinkButton>
      )
    case 'join':
      return (
        <Button className="flex-1" onClick={handleBuy}>
          Add to purchase list
        </Button>
      )
    case 'unpayable':
    case 'buy':
      return (
        <Button
          className="flex-1"
          disabled={state.kind === 'unpayable'}
          aria-describedby={state.kind === 'unpayable' ? noteId : undefined}
          onClick={handleBuy}
        >
          Buy this car<span className="sr-only">: {buildCarName(car)}</span>
        </Button>
      )
  }
}

function OwnListing({ car }: { car: Car }) {
  return (
    <>
      <span className="flex-1 max-sm:hidden">
        <Badge tone="info">Your listing</Badge>
      </span>
      <EditListing car={car} />
    </>
  )
}

/** Offers the seller and admins to edit the car, and to take it off the market or put it back. */
export function EditListing({ car }: { car: Car }) {
  return (
    <Suspense fallback={null}>
      <ManageListing car={car} />
    </Suspense>
  )
}

/**
 * Links to the payment that holds the car. If the hold has expired, the payment page starts a new
 * one.
 */
function HeldForYou({ purchaseId, heldUntil }: { purchaseId: string; heldUntil: string }) {
  const secondsLeft = Math.max(0, useSecondsUntil(heldUntil))
  return (
    <LinkButton className="flex-1 tabular-nums" to={paymentPath(purchaseId)}>
      Held for you · {formatCountdown(secondsLeft)}
    </LinkButton>
  )
}

function paymentPath(id: string): string {
  return pagePath('payment', { id })
}

function similarPath({ category_name, body }: Car): string {
  const search = new URLSearchParams({ category: category_name, ...(body && { body }) })
  return `${pages.search.path}?${search}`
}
