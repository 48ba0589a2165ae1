import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { ConfigError } from './config-error.ts'
import { describeFileError } from '../system/file-error.ts'

export type SandboxSecrets = z.output<typeof secretsFile>

const secretsFile = z.object({ token: z.string(), webhook: z.string() })

/** The marker in every sandbox secret. A live installation uses it to recognize secrets of any sandbox. */
const MARK = 'kerblight_sandbox_'

/** Reports whether any sandbox generated the secret. */
export function isSandboxSecret(secret: string): boolean {
  return secret.includes(MARK)
}

/**
 * Returns the sandbox's secrets, which are generated once and stored next to its data. Secrets without the
 * sandbox marker are replaced.
 */
export function sandboxSecrets(dataDir: string): SandboxSecrets {
  const file = join(dataDir, 'secrets.json')
  try {
    return read(file) ?? make(file)
  } catch (error) {
    const reason =
      describeFileError(error) ?? `${file} is damaged. Delete it, and the sandbox creates another.`
    throw new ConfigError([`DATA_DIR: ${reason}`])
  }
}

function read(file: string): SandboxSecrets | null {
  try {
    const secrets = secretsFile.parse(JSON.parse(readFileSync(file, 'utf8')))
    return Object.values(secrets).every(isSandboxSecret) ? secrets : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Generates and writes the secrets. A process that is killed at any moment leaves the whole file or none. */
function make(file: string): SandboxSecrets {
  const secrets = {
    token: `${MARK}${randomBytes(48).toString('base64url')}`,
    webhook: `whsec_${MARK}${randomBytes(24).toString('hex')}`,
  }
  const unfinished = `${file}.${process.pid}.tmp`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(unfinished, JSON.stringify(secrets), { mode: 0o600, flush: true })
    renameSync(unfinished, file)
    return secrets
  } finally {
    rmSync(unfinished, { force: true })
  }
}
