import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeCardElementChangeEvent, StripeCardElementOptions } from '@stripe/stripe-js'
import { Lock } from 'lucide-react'
import { useId, useMemo, useRef, useState, type SyntheticEvent } from 'react'
import { formatMoney } from '../../../contract/money.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { useTheme, type Theme } from '../../ui/theme.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { payByCard, type CardOutcome } from './pay-by-card.ts'
import { keepWhilePaying, type PaymentAttempt, type PaymentHold } from './payment-hold.ts'
import '../../ui/form/form.css'

interface CardFormProps {
  purchase: Purchase
  /** The amount in cents to show until the car is held. */
  amount: number
  /** Undefined until the car is held. */
  held: { hold: PaymentHold; attempt: PaymentAttempt } | undefined
  onOutcome: (outcome: Exclude<CardOutcome, { kind: 'refused' }>) => void
  onLoadError: () => void
  onCancel: () => void
}

/** Shows Stripe's card field and the Pay button. If the card is declined, the typed card details stay. */
export function CardForm({ purchase, amount, held, onOutcome, onLoadError, onCancel }: CardFormProps) {
  const id = useId()
  const stripe = useStripe()
  const elements = useElements()
  const [theme] = useTheme()
  const [isReady, setReady] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const [message, setMessage] = useState<string>()
  const options = useMemo(() => cardOptions(theme), [theme])
  // A ref, because a state update comes one render too late to stop a second click.
  const isBusy = useRef(false)

  async function handleSubmit(event: SyntheticEvent) {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!stripe || !card || !held || isBusy.current) return
    isBusy.current = true
    setPaying(true)
    setMessage(undefined)
    const payment = payByCard(stripe, card, held.attempt.clientSecret, purchase)
    keepWhilePaying(held.hold, payment)
    const outcome = await payment
    if (outcome.kind === 'refused') setMessage(outcome.message)
    else onOutcome(outcome)
    isBusy.current = false
    setPaying(false)
  }

  function handleChange({ error }: StripeCardElementChangeEvent) {
    setMessage(error?.message)
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4" aria-busy={isPaying}>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-card`}>
          Card
        </label>
        <CardElement
          id={`${id}-card`}
          className="input card-input"
          options={{ ...options, disabled: isPaying }}
          onReady={() => setReady(true)}
          onLoadError={onLoadError}
          onChange={handleChange}
        />
        <div role="alert">{message && <p className="field-error">{message}</p>}</div>
      </div>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" disabled={isPaying} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={!stripe || !isReady || !held} loading={isPaying}>
          <Lock aria-hidden="true" />
          Pay {formatMoney(held?.attempt.amount ?? amount)}
        </Button>
      </div>
    </form>
  )
}

/** Returns our theme's colors for the card field. Our styles do not apply in Stripe's frame. */
function cardOptions(theme: Theme): StripeCardElementOptions {
  const tokens = getComputedStyle(document.documentElement)
  const token = (name: string) => tokens.getPropertyValue(name).trim()
  return {
    hidePostalCode: true,
    iconStyle: theme === 'dark' ? 'solid' : 'default',
    style: {
      base: {
        color: token('--fg'),
        iconColor: token('--muted'),
        fontFamily: 'Figtree, system-ui, sans-serif',
        fontSize: '16px',
        lineHeight: '24px',
        '::placeholder': { color: token('--subtle') },
      },
      invalid: { color: token('--danger'), iconColor: token('--danger') },
    },
  }
}
