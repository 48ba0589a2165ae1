import { escapeHtml, htmlPage } from './html-page.ts'

/** Builds the test bank's page, on which the customer chooses the outcome that a real bank would decide. */
export function bankPage({
  source,
  amount,
  last4,
}: {
  source: string
  amount: string
  last4: string
}): string {
  return htmlPage({
    title: '3D Secure 2 Test Page',
    asset: 'three-d-secure',
    data: { source },
    body: `<main class="sheet" aria-labelledby="title">
<header>
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2 4 5v6c0 5 3.4 9.4 8 11 4.6-1.6 8-6 8-11V5z" fill="currentColor" opacity=".16"/><path d="M12 2 4 5v6c0 5 3.4 9.4 8 11 4.6-1.6 8-6 8-11V5z" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/><path d="m8.5 12 2.5 2.5 4.5-5" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>
<h1 id="title">3D Secure 2 Test Page</h1>
</header>
<dl>
<div><dt>Merchant</dt><dd>Kerblight</dd></div>
<div><dt>Amount</dt><dd>${escapeHtml(amount)}</dd></div>
<div><dt>Card</dt><dd>•••• ${escapeHtml(last4)}</dd></div>
</dl>
<p>This is a test authentication. With a live card, your bank asks you here to confirm the payment, by an app, a text message or a password.</p>
<div class="buttons">
<button type="button" id="test-source-authorize-3ds" class="primary">Complete authentication</button>
<button type="button" id="test-source-fail-3ds">Fail authentication</button>
</div>
<p class="note" role="status"></p>
</main>`,
  })
}
