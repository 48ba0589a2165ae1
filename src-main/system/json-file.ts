import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type * as z from 'zod'

/** What the file holds; null where it is missing or is not what it should be. */
export function readJson<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Writes beside the file and renames, so that a crash leaves the old content or the new, never half of one. */
export function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true })
  const next = `${file}.new`
  const handle = openSync(next, 'w', 0o600)
  try {
    writeSync(handle, JSON.stringify(value, null, 2))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(next, file)
}
