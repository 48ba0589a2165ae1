import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type * as z from 'zod'

/** Returns null if the file is missing or does not match the schema. */
export function readJson<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Writes atomically: after a crash, the file has either the old or the new content. */
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
