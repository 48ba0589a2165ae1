import { htmlPage } from './html-page.ts'

/** Draws our own small logo of a card brand; the style sheet shows only the matching one. */
const plate = (fill: string, content: string) =>
  `<rect width="32" height="21" rx="3" fill="${fill}"/>${content}`

const outlined = (content: string) =>
  `<rect x=".5" y=".5" width="31" height="20" rx="2.5" fill="#fff" stroke="#d5dbe3"/>${content}`

const word = (text: string, y: number, size: number, fill: string, extra = '') =>
  `<text x="16" y="${y}" text-anchor="middle" font-family="Arial, Helvetica, sans-serif" font-weight="700" font-size="${size}" fill="${fill}" ${extra}>${text}</text>`

const lines = `<rect x="4" y="12" width="12" height="2" rx="1" fill="#fff" opacity=".75"/><rect x="4" y="15.5" width="7" height="2" rx="1" fill="#fff" opacity=".5"/>`

const ICONS: Record<string, string> = {
  unknown: `<rect width="32" height="21" rx="3" fill="currentColor"/><rect x="4" y="4.5" width="5.5" height="4.5" rx="1" fill="#fff" opacity=".85"/>${lines}`,
  visa: plate(
    '#1434cb',
    word('VISA', 14.6, 10.4, '#fff', 'font-style="italic" textLength="24" lengthAdjust="spacingAndGlyphs"'),
  ),
  mastercard: plate(
    '#252525',
    '<circle cx="12.6" cy="10.5" r="6" fill="#eb001b"/><circle cx="19.4" cy="10.5" r="6" fill="#f79e1b"/><path d="M16 5.56a6 6 0 0 1 0 9.88 6 6 0 0 1 0-9.88z" fill="#ff5f00"/>',
  ),
  amex: plate('#1f72cd', word('AMEX', 13.9, 8.6, '#fff', 'textLength="25" lengthAdjust="spacingAndGlyphs"')),
  discover: outlined(
    `<path d="M31 11.5V18a2 2 0 0 1-2 2H12c8-1.3 14.5-4.3 19-8.5z" fill="#f47216"/>${word('DISCOVER', 10.4, 5.2, '#1b1b1b', 'textLength="27" lengthAdjust="spacingAndGlyphs"')}`,
  ),
  diners: outlined(
    '<circle cx="16" cy="10.5" r="7.2" fill="#0a5ca8"/><circle cx="16" cy="10.5" r="5.6" fill="#fff"/><path d="M14.6 6.6a4.2 4.2 0 0 0 0 7.8zM17.4 6.6a4.2 4.2 0 0 1 0 7.8z" fill="#0a5ca8"/>',
  ),
  jcb: outlined(
    '<rect x="5.5" y="3.5" width="6.3" height="14" rx="2.2" fill="#0b65ae"/><rect x="12.85" y="3.5" width="6.3" height="14" rx="2.2" fill="#d5252e"/><rect x="20.2" y="3.5" width="6.3" height="14" rx="2.2" fill="#12964a"/><g font-family="Arial, Helvetica, sans-serif" font-weight="700" font-size="5.4" fill="#fff" text-anchor="middle"><text x="8.6" y="12.5">J</text><text x="16" y="12.5">C</text><text x="23.35" y="12.5">B</text></g>',
  ),
  unionpay: outlined(
    '<path d="M7.2 3.5h6.2l-3 14H4.2z" fill="#d9222a"/><path d="M13.4 3.5h6.4l-3 14h-6.4z" fill="#0e4d80"/><path d="M19.8 3.5H28l-3 14h-8.2z" fill="#0a7a7a"/><path d="M8.5 8.5h2.2l-.9 4H7.6zM15.2 8.5h2.2l-.9 4h-2.2zM21.5 8.5h2.2l-.9 4h-2.2z" fill="#fff" opacity=".85"/>',
  ),
  error: `<rect width="32" height="21" rx="3" fill="currentColor"/>${lines}<circle cx="25" cy="7" r="4.5" fill="#fff"/><rect x="24.3" y="4.3" width="1.4" height="3.4" rx=".7" fill="currentColor"/><circle cx="25" cy="9.2" r=".8" fill="currentColor"/>`,
  back: `<rect width="32" height="21" rx="3" fill="currentColor"/><rect y="3.5" width="32" height="4.5" fill="#fff" opacity=".35"/><rect x="4" y="11" width="13" height="4" rx="1" fill="#fff" opacity=".6"/><rect x="18.5" y="10" width="9.5" height="6" rx="1.5" fill="#fff"/><g fill="currentColor"><circle cx="21" cy="13" r=".9"/><circle cx="23.25" cy="13" r=".9"/><circle cx="25.5" cy="13" r=".9"/></g>`,
}

const brandIcons = Object.entries(ICONS)
  .map(
    ([name, content]) =>
      `<svg class="${name}" viewBox="0 0 32 21" aria-hidden="true" focusable="false">${content}</svg>`,
  )
  .join('')

const input = (name: string, label: string, placeholder: string, autocomplete: string, mode: string) =>
  `<span class="field field-${name}"><input class="is-empty" name="${name}" type="text" aria-label="${label}" aria-invalid="false" placeholder="${placeholder}" autocomplete="${autocomplete}" inputmode="${mode}" autocorrect="off" autocapitalize="off" spellcheck="false"></span>`

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
