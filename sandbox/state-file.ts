import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The file is there, but it is not what was written: nothing may overwrite it before somebody looked. */
export class CorruptStateError extends Error {
  override name = 'CorruptStateError'

  constructor(path: string, reason: string) {
    super(`The state file ${path} cannot be used: ${reason}. Move it away to start fresh.`)
  }
}

/**
 * Reads a state file as JSON. A file that does not exist answers `undefined`; one that is not JSON throws
 * `CorruptStateError` and stays as it is. The caller checks the shape of what comes back.
 */
export async function readState(path: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new CorruptStateError(path, text.trim() === '' ? 'it is empty' : 'it is not valid JSON')
  }
}

/**
 * Replaces a state file so that a reader, or a start after a power cut, finds the old text or the new one
 * and never half of it: temp file, fsync, rename, fsync of the folder. Resolves once the text is on disk.
 */
export async function writeState(path: string, text: string): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  // One fixed name: what a kill leaves behind is overwritten by the next write. A file has one writer.
  const temporary = `${path}.tmp`
  try {
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** Saves the newest state of one file; see `createStateWriter`. */
export interface StateWriter {
  /** Resolves when everything that was changed before this call is on disk; rejects when writing failed. */
  save(): Promise<void>
  /** Resolves when no write is under way or waiting, whether or not the last one succeeded. */
  idle(): Promise<void>
}

/** Writes `snapshot()` to `path`, one write at a time; see `shareWrites`. */
export function createStateWriter(path: string, snapshot: () => string): StateWriter {
  return shareWrites(() => writeState(path, snapshot()))
}

/**
 * Runs `write` one at a time. Callers that arrive while a write is under way share the next one, so that a
 * hundred parallel changes cost two fsyncs, not a hundred.
 */
export function shareWrites(write: () => Promise<void>): StateWriter {
  let running: Promise<void> | null = null
  let waiting: Promise<void> | null = null

  function start(): Promise<void> {
    const done = Promise.resolve()
      .then(write)
      .finally(() => {
        if (running === done) running = null
      })
    running = done
    return done
  }

  function save(): Promise<void> {
    if (waiting) return waiting
    if (!running) return start()
    const next = running
      .catch(() => {})
      .then(() => {
        waiting = null
        return start()
      })
    waiting = next
    return next
  }

  async function idle(): Promise<void> {
    while (running || waiting) await (waiting ?? running)?.catch(() => {})
  }

  return { save, idle }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there the rename itself is journalled.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
