import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { ConfigError } from './config-error.ts'

export type SandboxSecrets = z.output<typeof secretsFile>

const secretsFile = z.object({ token: z.string().min(32), webhook: z.string().startsWith('whsec_') })

/** The sandbox's secrets, made once and kept beside its data. */
export function sandboxSecrets(dataDir: string): SandboxSecrets {
  const file = fileIn(dataDir)
  try {
    return read(file) ?? make(file)
  } catch (error) {
    throw new ConfigError([`DATA_DIR: cannot use ${file}: ${(error as Error).message}`])
  }
}

/** Those of a sandbox that ran on this data, or null where none did or they cannot be read. */
export function formerSandboxSecrets(dataDir: string): SandboxSecrets | null {
  try {
    return read(fileIn(dataDir))
  } catch {
    return null
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}

function read(file: string): SandboxSecrets | null {
  try {
    return secretsFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A kill at any moment leaves the whole file or none. */
function make(file: string): SandboxSecrets {
  const secrets = {
    token: randomBytes(48).toString('base64url'),
    webhook: `whsec_${randomBytes(24).toString('hex')}`,
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
