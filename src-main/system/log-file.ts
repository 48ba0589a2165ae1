import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { redact } from './redact.ts'

export type Log = (line: string) => void

const MAX_BYTES = 1_000_000
const KEPT = 3

/**
 * Opens a log in `folder`: one line per event, without secrets, in at most four files of 1 MB each. Lines are
 * written synchronously, so the last line before a crash is not lost. A full or read-only disk never stops
 * the console.
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
      // A failed write cannot be logged.
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
    // The file does not exist yet.
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
