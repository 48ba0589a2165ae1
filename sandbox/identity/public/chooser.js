// @ts-check
/**
 * The account page: the user chooses an account or describes a new one. The page passes the provider's claims
 * on, either to the opener, through the sandbox's iframe in it, or by submitting the OAuth flow's form.
 *
 * @typedef {{ sub: string, email: string, name?: string, picture?: string }} AccountClaims
 */
{
  const query = new URLSearchParams(location.search)
  const list = element('accounts-list')
  const addUser = element('add-user')
  const form = /** @type {HTMLFormElement} */ (element('main-form'))
  const email = input('email-input')
  const displayName = input('display-name-input')
  const photo = input('profile-photo-input')
  const signIn = /** @type {HTMLButtonElement} */ (element('sign-in'))
  const error = element('email-error')

  const known = [...document.querySelectorAll('.js-reuse-account')].map((button) => {
    const claims = /** @type {AccountClaims} */ (
      JSON.parse(/** @type {HTMLElement} */ (button).dataset.claims ?? '')
    )
    button.addEventListener('click', () => finish(claims))
    return claims
  })

  document.querySelector('.js-new-account')?.addEventListener('click', () => showForm(true))
  document.querySelector('.js-cancel')?.addEventListener('click', cancel)
  element('back-button').addEventListener('click', () => showForm(false))
  email.addEventListener('blur', () => {
    error.textContent = email.value === '' || email.validity.valid ? '' : 'Enter an email address'
  })
  form.addEventListener('input', () => {
    signIn.disabled = !form.checkValidity()
    if (email.validity.valid) error.textContent = ''
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const address = email.value.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
    const existing = known.find((account) => account.email === address)
    finish({
      sub: existing?.sub ?? randomSubject(),
      email: address,
      ...(displayName.value.trim() ? { name: displayName.value.trim() } : {}),
      ...(photo.value ? { picture: photo.value } : {}),
    })
  })

  /**
   * Shows the form for a new account, or the list of accounts.
   * @param {boolean} shown
   */
  function showForm(shown) {
    addUser.hidden = !shown
    list.hidden = shown
    if (shown) email.focus()
  }

  /**
   * Ends the sign-in with the claims of the chosen account.
   * @param {AccountClaims} claims
   */
  function finish(claims) {
    if (endsInForm()) return submit(JSON.stringify(claims))
    const response = new URL(location.pathname, location.origin)
    response.searchParams.set('providerId', query.get('providerId') ?? '')
    response.searchParams.set('id_token', JSON.stringify({ ...claims, email_verified: true }))
    sendAuthEvent({ urlResponse: response.href, error: null })
  }

  function cancel() {
    if (endsInForm()) submit('')
    else sendAuthEvent({ urlResponse: null, error: { code: 'auth/user-cancelled' } })
  }

  function endsInForm() {
    return document.body.dataset.end === 'form'
  }

  /**
   * Submits the OAuth flow's form. An empty account cancels the sign-in.
   * @param {string} account
   */
  function submit(account) {
    const finishForm = /** @type {HTMLFormElement} */ (element('finish-form'))
    const field = finishForm.elements.namedItem('account')
    if (field instanceof HTMLInputElement) field.value = account
    finishForm.submit()
  }

  /**
   * Sends the outcome to the sandbox's iframe inside the opener. The URL of that iframe is readable because it has
   * our origin. Reading the URL of any other frame throws.
   * @param {{ urlResponse: string | null, error: { code: string } | null }} outcome
   */
  function sendAuthEvent(outcome) {
    const authEvent = {
      type: query.get('authType'),
      eventId: query.get('eventId'),
      sessionId: 'not-checked-by-the-emulator',
      postBody: '',
      tenantId: query.get('tid'),
      ...outcome,
    }
    const frames = window.opener?.frames ?? []
    for (let index = 0; index < frames.length; index++) {
      const frame = /** @type {Window} */ (frames[index])
      if (!isOurIframe(frame)) continue
      frame.postMessage({ eventType: 'sendAuthEvent', data: { authEvent } }, location.origin)
      return
    }
    element('fault').textContent = 'The page that opened this window is gone. Close it and sign in again.'
  }

  /**
   * Reports whether a frame is the sandbox's iframe for the same app.
   * @param {Window} frame
   */
  function isOurIframe(frame) {
    try {
      const other = new URLSearchParams(frame.location.search)
      return ['apiKey', 'appName'].every((name) => other.get(name) === query.get(name))
    } catch {
      return false
    }
  }

  /** Returns a subject in Google's format: 21 digits. */
  function randomSubject() {
    const digits = [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => byte % 10)
    return `1${digits.join('')}`
  }

  /**
   * Returns the element with an ID, and throws an error if the page has none.
   * @param {string} id
   */
  function element(id) {
    const found = document.getElementById(id)
    if (!found) throw new Error(`The page has no #${id}`)
    return found
  }

  /**
   * Returns the input field with an ID.
   * @param {string} id
   */
  function input(id) {
    return /** @type {HTMLInputElement} */ (element(id))
  }
}
