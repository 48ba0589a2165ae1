import { callApi } from './api-client.ts'
import {
  extractDigits,
  type FieldName,
  type FieldState,
  INCOMPLETE,
  MESSAGES,
  readCvc,
  readExpiry,
  readNumber,
  readPostal,
} from './card-fields.ts'
import { detectBrand } from './card-number.ts'
import { applyStyle } from './card-style.ts'
import {
  type CardOptions,
  type CardRequest,
  type CardState,
  CONNECT,
  type FromFrame,
  type Result,
  type ToFrame,
} from './messages.ts'

// Runs in an iframe with the sandbox's origin, so that the page can read neither the inputs nor the requests.

interface Field {
  name: FieldName
  input: HTMLInputElement
  state: FieldState
  /** True once the field has lost the focus or the user pays, so that its error is shown. */
  isChecked: boolean
}

const row = find(HTMLElement, '.row')
const icon = find(HTMLElement, '.icon')
const fields: Field[] = [
  field('number', 'cardnumber'),
  field('expiry', 'exp-date'),
  field('cvc', 'cvc'),
  field('postal', 'postal'),
]
const [number, expiry, cvc, postal] = fields as [Field, Field, Field, Field]
const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]

let port: MessagePort | undefined
let options: CardOptions = {}
let hasFocus = false
let lastState = ''

addEventListener('message', function connect(event: MessageEvent) {
  if (event.source !== parent || event.data !== CONNECT || !event.ports[0]) return
  removeEventListener('message', connect)
  port = event.ports[0]
  port.addEventListener('message', (message: MessageEvent<ToFrame>) => receive(message.data))
  port.start()
  new ResizeObserver(() => postToPage({ kind: 'resize', height: Math.ceil(row.offsetHeight) })).observe(row)
  postToPage({ kind: 'ready' })
})

for (const item of fields) {
  // The user may have typed before this code loaded.
  show(item, read(item, false))
  item.input.addEventListener('input', (event) => handleInput(item, event))
  item.input.addEventListener('keydown', (event) => handleKey(item, event))
  item.input.addEventListener('focus', () => handleFocus(item))
  item.input.addEventListener('blur', (event) => handleBlur(item, event))
}
row.addEventListener('mousedown', (event) => {
  if (event.target instanceof HTMLInputElement) return
  event.preventDefault()
  if (!hasFocus) number.input.focus()
})

function receive(message: ToFrame) {
  if (message.kind === 'options') setOptions(message.options)
  else if (message.kind === 'focus') (firstOpen() ?? number).input.focus()
  else if (message.kind === 'blur') (document.activeElement as HTMLElement | null)?.blur()
  else if (message.kind === 'request') void answer(message.id, message.request)
  else clear()
}

function setOptions(next: CardOptions) {
  options = next
  applyStyle(sheet, next.style)
  icon.hidden = next.hideIcon ?? false
  icon.classList.toggle('is-solid', next.iconStyle === 'solid')
  postal.input.closest<HTMLElement>('.field')!.hidden = next.hidePostalCode ?? false
  for (const { input } of fields) input.disabled = next.disabled ?? false
  if (next.value?.postalCode !== undefined && postal.state.text === '') {
    show(postal, readPostal(next.value.postalCode))
  }
  update()
}

function handleInput(item: Field, event: InputEvent) {
  const { input } = item
  const wasDeleting = event.inputType?.startsWith('delete') ?? false
  const caret = input.selectionStart ?? input.value.length
  const wasAtEnd = caret === input.value.length
  const before = extractDigits(input.value.slice(0, caret)).length
  item.isChecked = false
  show(item, read(item, wasDeleting))
  if (!wasAtEnd && item !== postal) {
    const place = placeAfterDigits(input.value, before)
    input.setSelectionRange(place, place)
  }
  if (item === number) show(cvc, readCvc(cvc.input.value, number.state.text))
  update()
  if (item.state.isComplete && wasAtEnd && !wasDeleting && item !== postal) next(item)?.input.focus()
}

function handleKey(item: Field, event: KeyboardEvent) {
  const { input } = item
  const isAtStart = input.selectionStart === 0 && input.selectionEnd === 0
  const isAtEnd = input.selectionStart === input.value.length
  if (event.key === 'Enter') {
    event.preventDefault()
    postToPage({ kind: 'submit' })
  } else if (event.key === 'Escape') {
    postToPage({ kind: 'escape' })
  } else if ((event.key === 'Backspace' && input.value === '') || (event.key === 'ArrowLeft' && isAtStart)) {
    move(event, previous(item))
  } else if (event.key === 'ArrowRight' && isAtEnd) {
    move(event, next(item), 0)
  } else if (event.key === 'Backspace' && item === expiry && isAtEnd && input.value.endsWith(' / ')) {
    event.preventDefault()
    input.value = input.value.slice(0, 1)
    item.isChecked = false
    show(item, read(item, true))
    update()
  }
}

function move(event: KeyboardEvent, to: Field | undefined, caret?: number) {
  if (!to) return
  event.preventDefault()
  to.input.focus()
  const place = caret ?? to.input.value.length
  to.input.setSelectionRange(place, place)
}

function handleFocus(item: Field) {
  row.dataset.stage = item === number ? 'number' : 'rest'
  icon.dataset.side = item === cvc ? 'back' : 'front'
  if (hasFocus) return
  hasFocus = true
  postToPage({ kind: 'focus' })
}

function handleBlur(item: Field, event: FocusEvent) {
  icon.dataset.side = 'front'
  if (item.state.text !== '') item.isChecked = true
  update()
  if (event.relatedTarget instanceof HTMLInputElement) return
  hasFocus = false
  if (number.state.isComplete) row.dataset.stage = 'rest'
  postToPage({ kind: 'blur' })
}

function read(item: Field, wasDeleting: boolean): FieldState {
  const typed = item.input.value
  if (item === number) return readNumber(typed)
  if (item === expiry) return readExpiry(typed, wasDeleting, new Date())
  return item === cvc ? readCvc(typed, number.state.text) : readPostal(typed)
}

function show(item: Field, state: FieldState) {
  item.state = state
  if (item.input.value !== state.text) item.input.value = state.text
}

function clear() {
  for (const item of fields) {
    item.isChecked = false
    show(item, { text: '', isComplete: false, error: null })
  }
  row.dataset.stage = 'number'
  update()
}

function findFieldError(item: Field): string | null {
  if (item.state.error) return item.state.error
  return item.isChecked && !item.state.isComplete ? INCOMPLETE[item.name] : null
}

function update() {
  const brand = detectBrand(extractDigits(number.state.text))
  for (const item of fields) {
    const { input, state } = item
    const isInvalid = findFieldError(item) !== null
    input.classList.toggle('is-empty', state.text === '')
    input.classList.toggle('is-complete', state.isComplete)
    input.classList.toggle('is-invalid', isInvalid)
    input.setAttribute('aria-invalid', String(isInvalid))
  }
  icon.dataset.brand = findFieldError(number)
    ? 'error'
    : extractDigits(number.state.text) === ''
      ? 'unknown'
      : brand
  icon.classList.toggle('is-invalid', findFieldError(number) !== null)

  const state = currentState()
  const text = JSON.stringify(state)
  if (text === lastState) return
  const isReportable = lastState !== '' || !state.empty
  lastState = text
  if (isReportable) postToPage({ kind: 'change', state })
}

function currentState(): CardState {
  const active = activeFields()
  const code = active.map(findFieldError).find((found) => found !== null)
  return {
    brand: detectBrand(extractDigits(number.state.text)),
    complete: active.every(({ state }) => state.isComplete),
    empty: active.every(({ state }) => state.text === ''),
    error: code ? { type: 'validation_error', code, message: MESSAGES[code] ?? '' } : undefined,
    value: { postalCode: postal.state.text },
  }
}

async function answer(id: number, request: CardRequest) {
  for (const item of activeFields()) item.isChecked = true
  update()
  const { error } = currentState()
  const result: Result = error ? { error } : await call(request)
  postToPage({ kind: 'response', id, result })
}

function call(request: CardRequest): Promise<Result> {
  const [month = '', year = ''] = expiry.state.text.split(' / ')
  const address = { postal_code: postal.state.text || undefined, ...asHash(request.billingDetails.address) }
  const card = {
    type: 'card',
    billing_details: { ...request.billingDetails, address },
    card: {
      number: extractDigits(number.state.text),
      exp_month: Number(month),
      exp_year: 2000 + Number(year),
      cvc: cvc.state.text,
    },
  }
  return callApi('', 'POST', request.path, request.key, { ...request.params, ...card })
}

function activeFields(): Field[] {
  return fields.filter((item) => item !== postal || !options.hidePostalCode)
}

function firstOpen(): Field | undefined {
  return activeFields().find(({ state }) => !state.isComplete)
}

function next(item: Field): Field | undefined {
  const active = activeFields()
  return active[active.indexOf(item) + 1]
}

function previous(item: Field): Field | undefined {
  const active = activeFields()
  return active[active.indexOf(item) - 1]
}

function placeAfterDigits(text: string, count: number): number {
  let seen = 0
  for (let place = 0; place < text.length; place++) {
    if (seen === count) return place
    if (/\d/.test(text.charAt(place))) seen += 1
  }
  return text.length
}

function asHash(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function field(name: FieldName, inputName: string): Field {
  return {
    name,
    input: find(HTMLInputElement, `input[name="${inputName}"]`),
    state: { text: '', isComplete: false, error: null },
    isChecked: false,
  }
}

function find<E extends HTMLElement>(type: new () => E, selector: string): E {
  const element = document.querySelector(selector)
  if (!(element instanceof type)) throw new Error(`The card form lacks ${selector}`)
  return element
}

function postToPage(message: FromFrame) {
  port?.postMessage(message)
}
