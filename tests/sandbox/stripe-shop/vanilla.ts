import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

// A minimal page that pays, as a shop without React would write it.
const { secret = '', key = '' } = document.body.dataset
const stripe = await loadStripe(key)
if (!stripe) throw new Error('no Stripe')

const events: string[] = []
const output = document.querySelector('output')!
const form = document.querySelector('form')!
const card = stripe.elements().create('card', {
  style: {
    base: { fontSize: '17px', color: '#123456', '::placeholder': { color: '#789abc' } },
    invalid: { color: '#c00010', iconColor: '#c00010' },
  },
})
card.mount('#card')
card.on('ready', () => events.push('ready'))
card.on('focus', () => events.push('focus'))
card.on('blur', () => events.push('blur'))
card.on('escape', () => events.push('escape'))
card.on('change', (event) => {
  document.querySelector('[role=alert]')!.textContent = event.error?.message ?? ''
  form.dataset.change = JSON.stringify(event)
})

form.addEventListener('submit', (event) => {
  event.preventDefault()
  output.textContent = 'paying'
  void pay(stripe).then((outcome) => (output.textContent = outcome))
})

Object.assign(window, { shop: { stripe, card, events } })

async function pay({ createPaymentMethod, confirmCardPayment }: Stripe): Promise<string> {
  const made = await createPaymentMethod({ type: 'card', card, billing_details: { name: 'Dana Price' } })
  if (made.error) return `${made.error.code}: ${made.error.message}`
  const { error, paymentIntent } = await confirmCardPayment(secret, { payment_method: made.paymentMethod.id })
  return error ? `${error.code}: ${error.message}` : paymentIntent.status
}
