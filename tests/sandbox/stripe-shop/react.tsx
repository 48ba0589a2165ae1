import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { StrictMode, type SubmitEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'

const { secret = '', key = '' } = document.body.dataset

function CheckoutForm() {
  const stripe = useStripe()
  const elements = useElements()
  const [message, setMessage] = useState('')
  const [outcome, setOutcome] = useState('')

  async function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!stripe || !card) return
    setOutcome('paying')
    const made = await stripe.createPaymentMethod({ type: 'card', card })
    if (made.error) {
      setMessage(made.error.message ?? '')
      setOutcome('refused')
      return
    }
    const { error, paymentIntent } = await stripe.confirmCardPayment(secret, {
      payment_method: made.paymentMethod.id,
    })
    setMessage(error?.message ?? '')
    setOutcome(paymentIntent?.status ?? 'refused')
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)}>
      <label htmlFor="card">Card</label>
      <CardElement
        id="card"
        options={{ hidePostalCode: true, style: { base: { fontSize: '16px' } } }}
        onChange={(event) => setMessage(event.error?.message ?? '')}
      />
      <p role="alert">{message}</p>
      <button disabled={!stripe}>Pay $24,900</button>
      <output>{outcome}</output>
    </form>
  )
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Elements stripe={loadStripe(key)}>
      <CheckoutForm />
    </Elements>
  </StrictMode>,
)
