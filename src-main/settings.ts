import { readFileSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import * as z from 'zod'
import { badAddress, parseApiOrigin } from './api-origin.ts'
import { readJson, writeJson } from './json-file.ts'

/** Which Kerblight to work with, and who says so. */
export interface ApiChoice {
  /** Null until there is a usable one. */
  origin: string | null
  from: 'policy' | 'environment' | 'user' | null
  /** What is wrong with the address, or with the file that should hold it. */
  problem: string | null
}

export interface SettingsSources {
  policyFile: string
  environment: Record<string, string | undefined>
  userFile: string
}

const settings = z.object({ apiOrigin: z.string() })

/**
 * The administrator's policy before the environment before the user's own choice. A source that is there and wrong is
 * not passed over: a mistyped policy must not leave the choice to whoever sits there.
 */
export function chooseApiOrigin({ policyFile, environment, userFile }: SettingsSources): ApiChoice {
  const policy = readPolicy(policyFile)
  if (policy !== null) return policy
  const given = environment.KERBLIGHT_API_ORIGIN
  if (given) return choice('environment', given)
  const own = readJson(userFile, settings)
  return own === null ? { origin: null, from: null, problem: null } : choice('user', own.apiOrigin)
}

export function saveApiOrigin(userFile: string, apiOrigin: string): void {
  writeJson(userFile, { apiOrigin } satisfies z.input<typeof settings>)
}

/** Where an administrator's tools put the policy; only an administrator may write there. */
export function policyPath(
  platform: NodeJS.Platform,
  environment: Record<string, string | undefined>,
): string {
  if (platform === 'darwin') return '/Library/Application Support/Kerblight/policy.json'
  if (platform === 'win32') {
    return win32.join(environment.ProgramData ?? 'C:\\ProgramData', 'Kerblight', 'policy.json')
  }
  return posix.join('/etc', 'kerblight', 'policy.json')
}

function readPolicy(file: string): ApiChoice | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    return { origin: null, from: 'policy', problem: `The policy file ${file} cannot be read.` }
  }
  const parsed = settings.safeParse(parseJson(text))
  if (parsed.success) return choice('policy', parsed.data.apiOrigin)
  return {
    origin: null,
    from: 'policy',
    problem: `The policy file ${file} must hold {"apiOrigin": "https://…"}.`,
  }
}

function choice(from: NonNullable<ApiChoice['from']>, address: string): ApiChoice {
  const origin = parseApiOrigin(address)
  return { origin, from, problem: origin === null ? badAddress(address) : null }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
