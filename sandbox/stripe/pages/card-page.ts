import { brandIcons } from './brand-icons.ts'
import { htmlPage } from './html-page.ts'

const input = (name: string, label: string, placeholder: string, autocomplete: string, mode: string) =>
  `<span class="field field-${name}"><input class="is-empty" name="${name}" type="text" aria-label="${label}" aria-invalid="false" placeholder="${placeholder}" autocomplete="${autocomplete}" inputmode="${mode}" autocorrect="off" autocapitalize="off" spellcheck="false"></span>`

/** The frame of the card element. */
export const cardPage = htmlPage({
  title: 'Secure card payment input',
  asset: 'card-frame',
  body: `<div class="row" data-stage="number">
<span class="icon" data-brand="unknown" data-side="front">${brandIcons}</span>
${input('cardnumber', 'Credit or debit card number', 'Card number', 'cc-number', 'numeric')}
${input('exp-date', 'Credit or debit card expiration date', 'MM / YY', 'cc-exp', 'numeric')}
${input('cvc', 'Credit or debit card CVC/CVV', 'CVC', 'cc-csc', 'numeric')}
${input('postal', 'ZIP or postal code', 'ZIP', 'postal-code', 'text')}
</div>`,
})
