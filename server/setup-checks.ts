import { apiPath } from '../contract/paths.ts'
import type { SetupProblem } from '../contract/setup-checks.ts'
import type { Config } from './config.ts'
import { createStripe } from './gateways/payments/stripe-gateway.ts'
import { verifySmtp } from './gateways/mail/mail-gateway.ts'

const TIMEOUT_MS = 10_000
const IDENTITY_SERVICE = 'https://identitytoolkit.googleapis.com'
const RETRY =
  'Check that this machine can reach the service through DNS and the firewall, then restart Kerblight.'

type Found = SetupProblem[]

/** Checks the settings of a live installation against the services that they are for. */
export async function findSetupProblems(config: Config, identityUrl = IDENTITY_SERVICE): Promise<Found> {
  return (
    await Promise.all([checkStripe(config), checkFirebase(config, identityUrl), checkMail(config)])
  ).flat()
}

async function checkStripe(config: Config): Promise<Found> {
  const stripe = await createStripe(config)
  const expected = `${config.publicUrl}${apiPath('stripeWebhook')}`
  try {
    const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
    if (endpoints.some(({ url, status }) => url === expected && status === 'enabled')) return []
    return [
      wrong(
        'STRIPE_WEBHOOK_SECRET',
        `Stripe has no enabled webhook endpoint with the URL ${expected}, so it cannot report payments.`,
        'Add the endpoint in the Stripe dashboard under Developers > Webhooks, or correct PUBLIC_URL. Then set STRIPE_WEBHOOK_SECRET to its signing secret.',
      ),
    ]
  } catch (error) {
    const { type, statusCode } = error as { type?: string; statusCode?: number }
    if (type === 'StripeAuthenticationError')
      return [
        wrong(
          'STRIPE_SECRET_KEY',
          'Stripe rejects the secret key, so no one can pay.',
          'Copy the secret key from the Stripe dashboard under Developers > API keys, then restart Kerblight.',
        ),
      ]
    // A restricted key may be valid without permission to read webhook endpoints.
    if (type === 'StripePermissionError') return []
    return [unreachable('STRIPE_SECRET_KEY', 'Stripe', statusCode)]
  }
}

/** Reads the public configuration of the project that the API key belongs to. */
async function checkFirebase({ identity }: Config, identityUrl: string): Promise<Found> {
  const url = new URL('/v1/projects', identityUrl)
  url.searchParams.set('key', identity.apiKey)
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.status >= 500 || response.status === 429)
      return [unreachable('FIREBASE_PROJECT_ID', 'Firebase', response.status)]
    if (response.ok) return []
    return [
      wrong(
        'FIREBASE_API_KEY',
        `Firebase rejects the API key (status ${response.status}), so no one can sign in.`,
        'Copy the project ID and the API key from the Firebase console under Project settings, then restart Kerblight.',
      ),
    ]
  } catch {
    return [unreachable('FIREBASE_PROJECT_ID', 'Firebase')]
  }
}

async function checkMail({ smtpUrl, world }: Config): Promise<Found> {
  if (smtpUrl === null) return []
  try {
    await verifySmtp(smtpUrl, world)
    return []
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    if (code === 'EAUTH')
      return [
        wrong(
          'SMTP_URL',
          'The mail server rejects the user or the password, so no email is sent.',
          'Correct the user and the password in SMTP_URL (percent-encode special characters), then restart Kerblight.',
        ),
      ]
    if (code === 'ETLS')
      return [
        wrong(
          'SMTP_URL',
          'The mail server offers no encryption, so no email is sent.',
          'Use a server that supports STARTTLS, or an smtps:// address, then restart Kerblight.',
        ),
      ]
    return [unreachable('SMTP_URL', 'The mail server', responseCode)]
  }
}

function wrong(setting: string, message: string, advice: string): SetupProblem {
  return { setting, kind: 'wrong', message, advice }
}

function unreachable(setting: string, service: string, status?: number): SetupProblem {
  const reason = status === undefined ? '' : ` (status ${status})`
  return {
    setting,
    kind: 'unreachable',
    message: `${service} cannot be reached${reason}, so ${setting} could not be checked.`,
    advice: RETRY,
  }
}
