import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { Clock } from 'lucide-react'
import { useRef, useState, useCallback, useEffect, useEffectEvent } from 'react'
import type { Purchase } from '../../../contract/purchases.ts'
import { formatDayMonthYear, formatTime } from '../../../contract/dates.ts'
import { loadConfig } from '../../api/config.ts'
import { toProblem } from '../../api/problem.ts'
import { getServerTime } from '../../api/server-clock.ts'
import { loadScript } from '../../platform/load-script.ts'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { formatCountdown, useSecondsUntil } from '../../ui/use-countdown.ts'
import { getAmountDue } from '../../../contract/reservation.ts'
import { CardForm } from './CardForm.tsx'
import { checkoutApi } from './checkout.api.ts'
import { CardFormMissing, HoldLost } from './CheckoutNotices.tsx'
import { HoldProblem } from './HoldProblem.tsx'
import type { CardOutcome } from './pay-by-card.ts'
import { usePaymentHold } from './use-payment-hold.ts'

/** The outcome of charging the card. `refunded` means that the charge could not become a sale. */
export interface Charge {
  state: 'settling' | 'paid' | 'reserved' | 'refunded'
  transactionID?: string
}

interface CheckoutProps {
  purchase: Purchase
  /** The deposit in cents, if the buyer pays it and not the price. */
  depositMinor?: number
  /** The time when the purchase's last fetch started, in milliseconds by this machine's clock. */
  requestedAt: number
  /** Called when the purchase has changed and must be fetched again. */
  onChanged: () => void
  onCharge: (charge: Charge) => void
  onCancel: () => void
}

export function Checkout({
  purchase,
  depositMinor,
  requestedAt,
  onChanged,
  onCharge,
  onCancel,
}: CheckoutProps) {
  const { hold, attempt, problem, startedAt, restart } = usePaymentHold({ ...purchase, depositMinor })
  const { stripe, hasFailed, retry } = useStripeLoader()
  const [savePayment] = checkoutApi.useSavePaymentMutation()
  const [notice, setNotice] = useState<string>()
  const [hasFrameFailed, setFrameFailed] = useState(false)
  const checked = useRef<string>(undefined)
  // The form stays after the hold ends, so the buyer types the card details only once.
  const [wasHeld, setWasHeld] = useState(false)
  if (attempt && !wasHeld) setWasHeld(true)

  async function handleOutcome(outcome: Exclude<CardOutcome, { kind: 'refused' }>) {
    if (outcome.kind === 'lost') {
      setNotice('Your hold was released in another tab, so we’ve started a new one. Press Pay again.')
      onChanged()
      return restart()
    }
    onCharge({ state: 'settling' })
    if (outcome.kind === 'processing') return
    try {
      const { _id, sellingPrice, buyerEmail, carID } = purchase
      const paymentDate = formatDayMonthYear(getServerTime())
      const { transactionID } = outcome
      const response = await savePayment({
        body: { purchasedItemID: _id, sellingPrice, buyerEmail, carID, paymentDate, transactionID },
      }).unwrap()
      onCharge({ state: response.state, transactionID })
    } catch (error) {
      // The card was charged. Stripe also notifies the server, so the page waits for the server's
      // confirmation.
      toast.error(toProblem(error).message)
    }
  }

  // Only the server knows whether the hold is over. The page asks it once per hold.
  function handleOver() {
    if (hold?.paying || checked.current === attempt?.heldUntil) return
    checked.current = attempt?.heldUntil
    restart()
  }

  function handleRetry() {
    setFrameFailed(false)
    retry()
  }

  if (problem && !wasHeld) return <HoldProblem {...{ problem, purchase, onChanged }} onRetry={restart} />
  if (hasFailed || hasFrameFailed) return <CardFormMissing onRetry={handleRetry} onCancel={onCancel} />

  // The server no longer has this page's hold: it expired, or another window released it.
  const isLost = startedAt !== undefined && requestedAt > startedAt && purchase.state === 'unpaid'
  const held = hold && attempt && !isLost ? { hold, attempt } : undefined
  return (
    <div className="flex flex-col gap-5">
      {problem ? (
        <HoldProblem {...{ problem, purchase, onChanged }} onRetry={restart} />
      ) : isLost ? (
        <HoldLost onHold={restart} onCancel={onCancel} />
      ) : attempt ? (
        <HoldClock key={attempt.heldUntil} heldUntil={attempt.heldUntil} onOver={handleOver} />
      ) : (
        <Loading label="Holding the car for you">
          <Skeleton className="h-5 w-56" />
        </Loading>
      )}
      {notice && (
        <Notice tone="warning" isAlert>
          {notice}
        </Notice>
      )}
      {stripe ? (
        <Elements stripe={stripe}>
          <CardForm
            purchase={purchase}
            amount={depositMinor ?? getAmountDue(purchase) ?? 0}
            held={held}
            onOutcome={(outcome) => void handleOutcome(outcome)}
            onLoadError={() => setFrameFailed(true)}
            onCancel={onCancel}
          />
        </Elements>
      ) : (
        <Loading label="Loading the card form" className="flex flex-col gap-4">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-11 w-full" />
        </Loading>
      )}
      <p className="text-tiny text-subtle">
        Stripe processes your card. We never see the number. We hold your money until the handover is
        confirmed.
      </p>
    </div>
  )
}

interface LoaderState {
  stripe?: Stripe
  hasFailed?: boolean
}

/** Loads Stripe.js from Stripe or from the host in the settings. */
function useStripeLoader() {
  const [state, setState] = useState<LoaderState>({})

  const start = useCallback(() => {
    load().then(
      (stripe) => setState({ stripe }),
      () => setState({ hasFailed: true }),
    )
  }, [])
  useEffect(start, [start])

  function retry() {
    setState({})
    start()
  }

  return { ...state, retry }
}

async function load(): Promise<Stripe> {
  const { stripe } = await loadConfig()
  if (stripe.script) await loadScript(stripe.script)
  const loaded = await loadStripe(stripe.publishableKey)
  if (!loaded) throw new Error('Stripe.js runs in browsers only')
  return loaded
}

interface HoldClockProps {
  heldUntil: string
  /** Called once, when the hold expires. */
  onOver: () => void
}

function HoldClock({ heldUntil, onOver }: HoldClockProps) {
  const secondsLeft = useSecondsUntil(heldUntil)
  const isOver = secondsLeft <= 0

  const handleOver = useEffectEvent(onOver)

  useEffect(() => {
    if (isOver) handleOver()
  }, [isOver])

  return (
    <p className="flex flex-wrap items-center gap-2 text-small text-muted">
      <Clock aria-hidden="true" className="size-5 flex-none text-primary" />
      <span>
        Held for you until <b className="text-fg">{formatTime(heldUntil)}</b>
      </span>
      {!isOver && (
        <span role="timer" className="tabular-nums">
          ({formatCountdown(secondsLeft)} left)
        </span>
      )}
    </p>
  )
}
