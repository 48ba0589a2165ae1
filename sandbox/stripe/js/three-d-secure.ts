import { CONNECT } from './messages.ts'

// This is the script of the test bank's page, which Stripe.js shows in an overlay.

const source = document.body.dataset.source ?? ''
const complete = find(HTMLButtonElement, '#test-source-authorize-3ds')
const fail = find(HTMLButtonElement, '#test-source-fail-3ds')
const note = find(HTMLElement, '[role=status]')
let port: MessagePort | undefined

addEventListener('message', function connect(event: MessageEvent) {
  if (event.source !== parent || event.data !== CONNECT || !event.ports[0]) return
  removeEventListener('message', connect)
  port = event.ports[0]
  port.addEventListener('message', () => void respond('fail'))
  port.start()
  complete.focus()
})

complete.addEventListener('click', () => void respond('complete'))
fail.addEventListener('click', () => void respond('fail'))
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') void respond('fail')
  if (event.key === 'Tab') keepFocus(event)
})

async function respond(outcome: 'complete' | 'fail') {
  if (complete.disabled) return
  complete.disabled = true
  fail.disabled = true
  note.textContent = 'One moment…'
  try {
    await fetch(`/3ds/${source}/${outcome}`, { method: 'POST' })
    if (parent !== window) port?.postMessage('done')
    else note.textContent = 'This authentication is over. You can close this page.'
  } catch {
    note.textContent = 'The bank cannot be reached. Please try again.'
    complete.disabled = false
    fail.disabled = false
  }
}

/** Keeps the focus on the two buttons, as in a modal dialog. */
function keepFocus(event: KeyboardEvent) {
  const buttons = [complete, fail]
  const step = event.shiftKey ? -1 : 1
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement)
  event.preventDefault()
  buttons[(index + step + buttons.length) % buttons.length]?.focus()
}

function find<E extends HTMLElement>(type: new () => E, selector: string): E {
  const element = document.querySelector(selector)
  if (!(element instanceof type)) throw new Error(`The bank's page lacks ${selector}`)
  return element
}
