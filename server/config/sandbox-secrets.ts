import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { ConfigError } from './config-error.ts'
import { describeFileError } from '../system/file-error.ts'

export type SandboxSecrets = z.output<typeof secretsFile>

const secretsFile = z.object({ token: z.string(), webhook: z.string() })

/** The marker in every sandbox secret. A live installation recognizes such secrets by it. */
const MARKER = 'kerblight_sandbox_'

export function isSandboxSecret(secret: string): boolean {
  return secret.includes(MARKER)
}

/**
 * Returns the sandbox's secrets, which are generated once and stored with its data. Secrets without the
 * marker are replaced.
 */
export function sandboxSecrets(dataDir: string): SandboxSecrets {
  const file = join(dataDir, 'secrets.json')
  try {
    return read(file) ?? generate(file)
  } catch (error) {
    const reason =
      describeFileError(error) ?? `${file} is damaged. Delete it; the sandbox then creates a new one.`
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

/**
 * Generates the secrets and writes them to a file. If the process is killed, the file is either complete or
 * absent.
 */
function generate(file: string): SandboxSecrets {
  const secrets = {
    token: `${MARKER}${randomBytes(48).toString('base64url')}`,
    webhook: `whsec_${MARKER}${randomBytes(24).toString('hex')}`,
  }
  const temporaryFile = `${file}.${process.pid}.tmp`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(temporaryFile, JSON.stringify(secrets), { mode: 0o600, flush: true })
    renameSync(temporaryFile, file)
    return secrets
  } finally {
    rmSync(temporaryFile, { force: true })
  }
}
