import * as z from 'zod'
import { apiPath } from '../../contract/api/paths.ts'
import type { SetupProblem } from '../../contract/config.ts'
import type { Config } from '../config/config.ts'
import { SIGNING_KEYS_URL } from '../gateways/identity/identity.ts'
import { fetchKeys } from '../gateways/identity/signing-keys.ts'
import { createStripe } from '../gateways/payments/stripe-client.ts'
import { verifySmtp } from '../gateways/mail/mail-gateway.ts'

const TIMEOUT_MS = 10_000
const RETRY =
  'Check that this machine can reach the service through DNS and the firewall, then restart Kerblight.'

export interface SetupServices {
  identityUrl: string
  signingKeysUrl: string
}

export const googleServices: SetupServices = {
  identityUrl: 'https://identitytoolkit.googleapis.com',
  signingKeysUrl: SIGNING_KEYS_URL,
}

export async function findSetupProblems(config: Config, services: SetupServices): Promise<SetupProblem[]> {
  const problems = await Promise.all([
    checkStripe(config),
    checkFirebase(config, services),
    checkMail(config),
  ])
  return problems.flat()
}

async function checkStripe(config: Config): Promise<SetupProblem[]> {
  const stripe = await createStripe(config)
  const expected = `${config.publicUrl}${apiPath('stripeWebhook')}`
  try {
    const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
    if (endpoints.some(({ url, status }) => url === expected && status === 'enabled')) return []
    return [
      wrongSetting(
        'STRIPE_WEBHOOK_SECRET',
        `Stripe has no enabled webhook endpoint with the URL ${expected}, so it cannot report payments.`,
        'Add the endpoint in the Stripe dashboard under Developers > Webhooks, or correct PUBLIC_URL. Then set STRIPE_WEBHOOK_SECRET to its signing secret.',
      ),
    ]
  } catch (error) {
    const { type, statusCode } = error as { type?: string; statusCode?: number }
    if (type === 'StripeAuthenticationError')
      return [
        wrongSetting(
          'STRIPE_SECRET_KEY',
          'Stripe rejects the secret key, so no one can pay.',
          'Copy the secret key from the Stripe dashboard under Developers > API keys, then restart Kerblight.',
        ),
      ]
    // A valid restricted key may lack the permission to read webhook endpoints.
    if (type === 'StripePermissionError') return []
    return [unreachableService('STRIPE_SECRET_KEY', 'Stripe', statusCode)]
  }
}

async function checkFirebase(config: Config, services: SetupServices): Promise<SetupProblem[]> {
  const [project, keys] = await Promise.all([
    checkProject(config, services.identityUrl),
    checkSigningKeys(services.signingKeysUrl),
  ])
  return project.some(({ kind }) => kind === 'unreachable') ? project : [...project, ...keys]
}

const projectConfig = z.object({ authorizedDomains: z.array(z.string()).default([]) })

/** Compares the settings with the public configuration of the API key's Firebase project. */
async function checkProject({ identity, publicUrl }: Config, identityUrl: string): Promise<SetupProblem[]> {
  const url = new URL('/v1/projects', identityUrl)
  url.searchParams.set('key', identity.apiKey)
  try {
    const response = await fetch(url, {
      // The API key may only be valid for requests from the site's pages.
      headers: { referer: `${publicUrl}/` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (REJECTIONS.has(response.status))
      return [
        wrongSetting(
          'FIREBASE_API_KEY',
          `Firebase rejects the API key (status ${response.status}), so no one can sign in.`,
          'Copy the Web API key from the Firebase console under Project settings > General, and allow it to be used from PUBLIC_URL. Then restart Kerblight.',
        ),
      ]
    if (!response.ok) return [unreachableService('FIREBASE_API_KEY', 'Firebase', response.status)]
    return compareDomains(
      { identity, publicUrl },
      projectConfig.parse(await response.json()).authorizedDomains,
    )
  } catch {
    return [unreachableService('FIREBASE_API_KEY', 'Firebase')]
  }
}

const REJECTIONS = new Set([400, 401, 403])

/**
 * Compares the settings with the project's authorized domains: the default domains, and those added for its
 * sites.
 */
function compareDomains(
  { identity, publicUrl }: Pick<Config, 'identity' | 'publicUrl'>,
  authorized: readonly string[],
): SetupProblem[] {
  const { projectId, authDomain } = identity
  const ownDomains = [`${projectId}.firebaseapp.com`, `${projectId}.web.app`, authDomain]
  if (!ownDomains.some((domain) => authorized.includes(domain)))
    return [
      wrongSetting(
        'FIREBASE_PROJECT_ID',
        `The API key does not belong to the project ${projectId}, so no one can sign in.`,
        'Copy FIREBASE_PROJECT_ID and FIREBASE_API_KEY from the same project in the Firebase console under Project settings > General, then restart Kerblight.',
      ),
    ]
  const { hostname } = new URL(publicUrl)
  if (authorized.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))) return []
  return [
    wrongSetting(
      'PUBLIC_URL',
      `Firebase does not allow sign-ins with Google from ${hostname}.`,
      'Add the host in the Firebase console under Authentication > Settings > Authorized domains, or correct PUBLIC_URL. Then restart Kerblight.',
    ),
  ]
}

async function checkSigningKeys(url: string): Promise<SetupProblem[]> {
  try {
    await fetchKeys(url, TIMEOUT_MS)
    return []
  } catch {
    return [unreachableService('FIREBASE_PROJECT_ID', 'Google’s service for signing keys')]
  }
}

async function checkMail({ smtpUrl, mode }: Config): Promise<SetupProblem[]> {
  if (smtpUrl === null) return []
  try {
    await verifySmtp(smtpUrl, mode)
    return []
  } catch (error) {
    return [describeMailError(error as MailError)]
  }
}

/** An error from nodemailer. `originalCode` is the Node.js error code. */
interface MailError {
  code?: string
  originalCode?: string
  responseCode?: number
}

function describeMailError({ code, originalCode = '', responseCode }: MailError): SetupProblem {
  // Response codes from 400 to 499 indicate temporary failures.
  if (code === 'EAUTH' && (responseCode ?? 500) >= 500)
    return wrongSetting(
      'SMTP_URL',
      'The email server rejects the user or the password, so no email is sent.',
      'Correct the user and the password in SMTP_URL (percent-encode special characters), then restart Kerblight.',
    )
  if (code === 'ETLS' && responseCode !== undefined)
    return wrongSetting(
      'SMTP_URL',
      'The email server offers no encryption, so no email is sent.',
      'Use a server that supports STARTTLS, or an smtps:// address, then restart Kerblight.',
    )
  if (/^ERR_(SSL|TLS)|CERT|^UNABLE_TO/.test(originalCode))
    return wrongSetting(
      'SMTP_URL',
      `The encrypted connection to the email server fails (${originalCode}), so no email is sent.`,
      'Use smtps:// for a port that is encrypted from the start (465) and smtp:// for one with STARTTLS (587), and a host that the server’s certificate names. Then restart Kerblight.',
    )
  return unreachableService('SMTP_URL', 'The email server', responseCode)
}

function wrongSetting(setting: string, message: string, advice: string): SetupProblem {
  return { setting, kind: 'wrong', message, advice }
}

function unreachableService(setting: string, service: string, status?: number): SetupProblem {
  const reason = status === undefined ? '' : ` (status ${status})`
  return {
    setting,
    kind: 'unreachable',
    message: `${service} cannot be reached${reason}, so ${setting} could not be checked.`,
    advice: RETRY,
  }
}
