import { loadStripe } from '@stripe/stripe-js/pure'

// The least page that pays: what a shop without React would write.
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
  void stripe
    .confirmCardPayment(secret, { payment_method: { card, billing_details: { name: 'Dana Price' } } })
    .then(({ error, paymentIntent }) => {
      output.textContent = error ? `${error.code}: ${error.message}` : (paymentIntent?.status ?? '')
    })
})

Object.assign(window, { shop: { stripe, card, events } })
