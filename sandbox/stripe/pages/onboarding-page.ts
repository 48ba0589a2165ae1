import type { Outcome } from '../account-outcomes.ts'
import { escapeHtml, htmlPage } from './html-page.ts'

interface Choice {
  outcome: Outcome
  label: string
  effect: string
}

const choices: Choice[] = [
  {
    outcome: 'complete',
    label: 'Complete',
    effect: 'Everything is entered and verified. The account is active and can receive transfers.',
  },
  {
    outcome: 'pending',
    label: 'Complete, with checks pending',
    effect: 'Everything is entered, and Stripe is still checking it. Transfers are pending.',
  },
  {
    outcome: 'unfinished',
    label: 'Leave unfinished',
    effect: 'Some information is still missing. The account can’t receive transfers.',
  },
  {
    outcome: 'restricted',
    label: 'Restricted',
    effect: 'Stripe has restricted the account. The account’s owner has to contact Stripe.',
  },
  {
    outcome: 'rejected',
    label: 'Rejected',
    effect: 'Stripe has rejected the account because of suspected fraud.',
  },
]

const header = `<header><span class="mark" aria-hidden="true">K</span><span class="merchant">Kerblight</span><span class="badge">Test mode</span></header>`

/** Builds the onboarding page, on which a tester chooses the result that the real process would have. */
export function onboardingPage({
  session,
  email,
  name,
}: {
  session: string
  email: string
  name: string
}): string {
  return htmlPage({
    title: 'Set up payouts',
    asset: 'onboarding',
    data: { session },
    body: `${header}
<main>
<h1>Set up payouts</h1>
<p>This is a test of onboarding. In live mode, you enter your name, address, and bank account here.</p>
<dl>
<div><dt>Name</dt><dd>${escapeHtml(name || 'None')}</dd></div>
<div><dt>Email</dt><dd>${escapeHtml(email)}</dd></div>
</dl>
<form>
<fieldset>
<legend>Choose the result</legend>
${choices.map(choiceRow).join('\n')}
</fieldset>
<button type="submit">Continue</button>
<p class="note" role="status"></p>
</form>
</main>`,
  })
}

function choiceRow({ outcome, label, effect }: Choice): string {
  return `<div class="choice">
<input type="radio" name="outcome" id="outcome-${outcome}" value="${outcome}" aria-describedby="effect-${outcome}"${outcome === 'complete' ? ' checked' : ''}>
<label for="outcome-${outcome}">${label}</label>
<p id="effect-${outcome}">${effect}</p>
</div>`
}

export const invalidLinkPage = htmlPage({
  title: 'Link not valid',
  asset: 'onboarding',
  body: `${header}
<main>
<h1>This link isn’t valid</h1>
<p>Go back to the site that sent you here, and start again there.</p>
</main>`,
})
