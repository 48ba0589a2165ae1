import { createHmac } from 'node:crypto'
import * as z from 'zod'
import type { Config } from '../config/config.ts'
import { DEMO_PASSWORD } from '../features/config/demo-accounts.ts'
import { demoPeople, type DemoPerson } from './demo-people.ts'
import { SeedError } from './seed-error.ts'

const TIMEOUT_MS = 10_000

/**
 * Creates the demo users' accounts through the REST API of the identity emulator's own tools. An existing
 * account, from an interrupted start or a deleted database, keeps its uid and gets the demo password again.
 * The uid of a new account is derived from the installation's secret, so that two concurrent processes use
 * the same one.
 * @returns uids by email address
 * @throws SeedError if the emulator does not respond or rejects the call
 */
export async function createSandboxAccounts({
  identity,
  sandbox,
}: Pick<Config, 'identity' | 'sandbox'>): Promise<Map<string, string>> {
  if (!identity.emulatorHost || !sandbox)
    throw new SeedError('Demo accounts exist in the identity emulator only.')
  const accounts = `http://${identity.emulatorHost}/identitytoolkit.googleapis.com/v1/projects/${identity.projectId}/accounts`

  const emails = demoPeople.map((person) => person.email)
  const { users: existingUsers = [] } = foundAccounts.parse(
    await post(`${accounts}:lookup`, { email: emails }),
  )
  const existing = new Map(existingUsers.map(({ email, localId }) => [email, localId]))
  const uids = new Map(
    emails.map((email) => [email, existing.get(email) ?? deriveUid(sandbox.seedSecret, email)]),
  )
  const users = demoPeople.map((person) => toAccount(person, uids.get(person.email)!))
  const { error: failures = [] } = createdAccounts.parse(
    await post(`${accounts}:batchCreate`, { users, allowOverwrite: true }),
  )
  if (failures[0])
    throw new SeedError(
      `The identity emulator refused the demo account ${emails[failures[0].index]}: ${failures[0].message}`,
    )
  return uids
}

const foundAccounts = z.object({
  users: z.array(z.object({ localId: z.string(), email: z.string() })).optional(),
})
const createdAccounts = z.object({
  error: z.array(z.object({ index: z.number(), message: z.string() })).optional(),
})

/**
 * Derives a uid that cannot be guessed without the secret. The sandbox accepts unsigned ID tokens, so knowing
 * a uid is enough to sign in.
 */
function deriveUid(secret: string, email: string): string {
  const digest = createHmac('sha256', secret)
    .update(JSON.stringify(['demo account', email]))
    .digest()
  return digest.subarray(0, 16).toString('base64url')
}

function toAccount(person: DemoPerson, localId: string) {
  return {
    localId,
    email: person.email,
    emailVerified: true,
    displayName: person.fullName,
    photoUrl: person.photo,
    rawPassword: DEMO_PASSWORD,
  }
}

async function post(url: string, body: Record<string, unknown>): Promise<unknown> {
  const { host } = new URL(url)
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (error) {
    throw new SeedError(
      `The identity emulator is not responding on ${host}, so the demo accounts cannot be created.`,
      { cause: error },
    )
  }
  if (!response.ok)
    throw new SeedError(
      `The identity emulator on ${host} answered ${response.status} when the demo accounts were made: ${await response.text()}`,
    )
  return response.json()
}
