import * as z from 'zod'
import { describeInvalidAddress, parseApiOrigin } from './api-origin.ts'
import { readJson, writeJson } from './json-file.ts'
import { readPolicyFile, type FindUntrustedWriter } from './policy-file.ts'

export interface ApiChoice {
  /** Null until a usable URL is set. */
  origin: string | null
  from: 'policy' | 'environment' | 'user' | null
  /** The error in the address, or in the file that should contain it. */
  problem: string | null
  /** The reason why a policy was ignored. */
  notice: string | null
}

const NO_CHOICE: ApiChoice = { origin: null, from: null, problem: null, notice: null }

export interface SettingsSources {
  policyFile: string
  findUntrustedWriter: FindUntrustedWriter
  environment: Record<string, string | undefined>
  userFile: string
}

const settings = z.object({ apiOrigin: z.string() })

/**
 * Chooses the server: the administrators' policy, then the environment, then the user. An invalid source is
 * not skipped, because a mistyped policy must not leave the choice to the user.
 */
export async function chooseApiOrigin(sources: SettingsSources): Promise<ApiChoice> {
  const policy = await readPolicy(sources)
  const own = policy.from === undefined ? chooseWithoutPolicy(sources) : {}
  return { ...NO_CHOICE, ...policy, ...own }
}

function chooseWithoutPolicy({ environment, userFile }: SettingsSources): Partial<ApiChoice> {
  const given = environment.KERBLIGHT_API_ORIGIN
  if (given) return choice('environment', given)
  const own = readJson(userFile, settings)
  return own === null ? {} : choice('user', own.apiOrigin)
}

export function saveApiOrigin(userFile: string, apiOrigin: string): void {
  writeJson(userFile, { apiOrigin } satisfies z.input<typeof settings>)
}

async function readPolicy({
  policyFile: file,
  findUntrustedWriter,
}: SettingsSources): Promise<Partial<ApiChoice>> {
  const policy = await readPolicyFile(file, findUntrustedWriter)
  if (policy.state === 'none') return {}
  if (policy.state === 'foreign') return { notice: policy.notice }
  if (policy.state === 'unreadable')
    return { from: 'policy', problem: `The console can’t read or check the policy file ${file}.` }
  const parsed = settings.safeParse(parseJson(policy.text))
  if (parsed.success) return choice('policy', parsed.data.apiOrigin)
  return { from: 'policy', problem: `The policy file ${file} must contain {"apiOrigin": "https://…"}.` }
}

function choice(from: NonNullable<ApiChoice['from']>, address: string): Partial<ApiChoice> {
  const origin = parseApiOrigin(address)
  return { origin, from, problem: origin === null ? describeInvalidAddress(address) : null }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
