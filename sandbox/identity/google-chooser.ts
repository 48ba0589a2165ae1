import type { ServerResponse } from 'node:http'
import type { EmulatorProject } from './emulator.ts'
import { escapeHtml, sendPage } from './html.ts'

/** The chosen account goes to the page that opened the pop-up, or is submitted as an OAuth form. */
export type ChooserEnd = { kind: 'popup' } | { kind: 'form'; action: string; fields: Record<string, string> }

/** Claims about an account, named as in an OpenID Connect ID token. */
export interface AccountClaims {
  sub: string
  email: string
  name?: string | undefined
  picture?: string | undefined
}

export function listProviderAccounts(project: EmulatorProject, providerId: string): AccountClaims[] {
  return [...project.users.values()]
    .flatMap((user) => user.providerUserInfo ?? [])
    .filter((info) => info.providerId === providerId)
    .flatMap(({ rawId, email, displayName, photoUrl }) =>
      rawId && email ? [{ sub: rawId, email, name: displayName, picture: photoUrl }] : [],
    )
}

/** Sends the account page: the known accounts, and a form for a new one. */
export function sendChooser(
  res: ServerResponse,
  providerName: string,
  accounts: AccountClaims[],
  end: ChooserEnd,
): void {
  const title = `Sign in with ${providerName}`
  sendPage(res, 200, {
    title,
    script: '/chooser.js',
    data: { end: end.kind },
    main: `<h1>${escapeHtml(title)}</h1>
<p id="fault" class="error" role="alert"></p>
<section id="accounts-list">
  <p class="lead">${accounts.length ? 'Choose an account to continue to Kerblight.' : `There are no ${escapeHtml(providerName)} accounts in the sandbox yet.`}</p>
  <ul class="accounts">
${accounts.map(accountItem).join('\n')}
    <li><button type="button" class="account js-new-account"><span class="avatar new" aria-hidden="true">+</span><span class="who"><strong>Add new account</strong></span></button></li>
  </ul>
  <div class="actions"><button type="button" class="plain js-cancel">Cancel</button></div>
</section>
<section id="add-user" hidden>
  <p class="lead">Any address works. No email is sent, and there’s no password.</p>
  <form id="main-form" novalidate>
    <label for="email-input">Email</label>
    <input id="email-input" type="email" required autocomplete="off" aria-describedby="email-error">
    <p id="email-error" class="error" role="alert"></p>
    <label for="display-name-input">Display name <span class="optional">optional</span></label>
    <input id="display-name-input" type="text" maxlength="256" autocomplete="off">
    <label for="profile-photo-input">Profile photo URL <span class="optional">optional</span></label>
    <input id="profile-photo-input" type="url" maxlength="2048" autocomplete="off">
    <div class="actions">
      <button type="button" class="plain" id="back-button">Back</button>
      <button type="submit" class="primary" id="sign-in" disabled>${escapeHtml(title)}</button>
    </div>
  </form>
</section>
${end.kind === 'form' ? finishForm(end.action, end.fields) : ''}`,
  })
}

function accountItem(account: AccountClaims): string {
  const name = account.name ?? account.email
  return `    <li><button type="button" class="account js-reuse-account" data-claims="${escapeHtml(JSON.stringify(account))}"><span class="avatar" aria-hidden="true">${escapeHtml(initials(name))}</span><span class="who"><strong>${escapeHtml(name)}</strong><span>${escapeHtml(account.email)}</span></span></button></li>`
}

function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['?']
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
}

/** Builds the hidden form that the script submits. An empty `account` means that the user went back. */
function finishForm(action: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form id="finish-form" method="post" action="${escapeHtml(action)}" hidden>
${inputs.join('\n')}
<input type="hidden" name="account" value="">
</form>`
}
