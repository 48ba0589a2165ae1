import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { redact } from './redact.ts'

export type Log = (line: string) => void

const MAX_BYTES = 1_000_000
const KEPT = 3

/**
 * A log in `folder`: one line an event, without secrets, at most four files of a megabyte. Written at once, so that the
 * last line before a crash is there. A full or read-only disk never stops the console.
 */
export function openLog(folder: string, maxBytes = MAX_BYTES): Log {
  const file = join(folder, 'console.log')
  return (line) => {
    try {
      mkdirSync(folder, { recursive: true })
      if (sizeOf(file) >= maxBytes) rotate(file)
      const text = redact(line).replace(/(?<!\s)\s*\n\s*/g, ' | ')
      appendFileSync(file, `${new Date().toISOString()} ${text}\n`, { mode: 0o600 })
    } catch {
      // Nowhere to write to, and nobody to tell.
    }
  }
}

function rotate(file: string): void {
  for (let number = KEPT; number > 1; number--) move(`${file}.${number - 1}`, `${file}.${number}`)
  move(file, `${file}.1`)
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    // Not that many yet.
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
