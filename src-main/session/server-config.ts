import * as z from 'zod'
import { publicConfig, type PublicConfig } from '../../contract/config.ts'
import { apiPath } from '../../contract/api/paths.ts'
import { CONTRACT_VERSION } from '../../contract/api/version.ts'
import { describeInvalidSettings, getUnusableReason } from '../system/usable-config.ts'
import { buildRequestOptions, ResponseTooLong, readJsonResponse, type Fetch } from './json-response.ts'

/**
 * The settings, or the problem. With `isUnusable`, the server responds but is incompatible, so waiting does
 * not help.
 */
export type ServerConfigResult = { config: PublicConfig } | { problem: string; isUnusable: boolean }

/** Fields of every Kerblight version. */
const anyKerblight = z.object({ contractVersion: z.number(), world: z.string() })

const TIMEOUT_MS = 10_000

/** Requests the settings, and checks that the server is a compatible Kerblight. */
export async function queryServer(
  fetch: Fetch,
  apiOrigin: string,
  timeoutMs = TIMEOUT_MS,
): Promise<ServerConfigResult> {
  try {
    const response = await fetch(
      apiOrigin + apiPath('getConfig'),
      buildRequestOptions(AbortSignal.timeout(timeoutMs)),
    )
    if (isBusy(response)) return waiting(`${apiOrigin} answered ${response.status}. Try again in a moment.`)
    if (!response.ok) return notKerblight(apiOrigin, `It answered ${response.status}.`)
    return judge(await readJsonResponse(response), apiOrigin)
  } catch (error) {
    return failure(error, apiOrigin)
  }
}

/** Reports whether the failure is temporary, for example while a server starts. */
function isBusy({ status }: Response): boolean {
  return status >= 500 || status === 429
}

function judge(json: unknown, apiOrigin: string): ServerConfigResult {
  const parsed = publicConfig.safeParse(json)
  if (!parsed.success) {
    const kerblight = anyKerblight.safeParse(json)
    if (!kerblight.success) return notKerblight(apiOrigin)
    return kerblight.data.contractVersion === CONTRACT_VERSION
      ? unusable(describeInvalidSettings(apiOrigin, errorsOf(parsed.error)))
      : unusable(
          `The Kerblight at ${apiOrigin} and this console have different versions. Update the older one.`,
        )
  }
  const problem = getUnusableReason(apiOrigin, parsed.data)
  return problem === null ? { config: parsed.data } : unusable(problem)
}

function errorsOf({ issues }: z.ZodError): string[] {
  return issues.map((issue) => `${issue.path.join('.')} ${describeRule(issue)}`)
}

/** Returns the contract's message for an issue, or a generic message that replaces the validator's default. */
function describeRule({ code, message }: z.core.$ZodIssue): string {
  return code === 'custom' || code === 'invalid_format' ? message : 'is missing or invalid'
}

function failure(error: unknown, apiOrigin: string): ServerConfigResult {
  const cause = describe(error)
  if (error instanceof ResponseTooLong) return notKerblight(apiOrigin, 'Its response is too long.')
  if (/redirect/i.test(cause)) {
    return unusable(`${apiOrigin} redirects elsewhere. Enter the address your browser ends up at.`)
  }
  if (/cert|self.signed|unable.to.verify/i.test(cause)) {
    return unusable(
      `The certificate of ${apiOrigin} isn’t valid. Check the address and this computer’s clock, or ask its administrator.`,
    )
  }
  if (/timeout|abort/i.test(cause))
    return waiting(`${apiOrigin} is taking too long to respond. Try again in a moment.`)
  return waiting(`Nothing responds at ${apiOrigin}. Check the address and your connection.`)
}

/** Returns the complete text, which is the only way to identify an error of fetch. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { name, message, cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return [name, message, code, cause instanceof Error ? cause.message : ''].join(' ')
}

function notKerblight(apiOrigin: string, detail = ''): ServerConfigResult {
  return unusable(`${apiOrigin} responds, but it isn’t Kerblight. ${detail}`.trim())
}

function unusable(problem: string): ServerConfigResult {
  return { problem, isUnusable: true }
}

function waiting(problem: string): ServerConfigResult {
  return { problem, isUnusable: false }
}
