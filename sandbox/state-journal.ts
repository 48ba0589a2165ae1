import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CorruptStateError, readState, shareWrites, type StateWriter, writeState } from './state-file.ts'

// A state file that grows is too much to write anew for each change. So `stripe.json` is the whole state of
// some moment, replaced as every state file is, and `stripe.<id>.journal` what changed since: lines, appended
// and synced before anybody is told. The file names its journal; a journal no file names is of no account.

export interface SavedState {
  /** The whole state as it was saved last; undefined before the first save. */
  snapshot: unknown
  /** What changed after that, in order. */
  changes: unknown[]
}

export interface StateJournal extends StateWriter {
  /** Takes a change on; the next `save` brings it to disk. `line` is JSON without line breaks. */
  add(line: string): void
  close(): Promise<void>
}

/** Below this a journal is not worth folding into the file. */
const SMALL_JOURNAL_BYTES = 4_000_000

/** Reads the state; throws `CorruptStateError` and touches nothing if a part of it cannot be read. */
export async function readJournaledState(path: string): Promise<SavedState> {
  const file = await readState(path)
  if (file === undefined) return { snapshot: undefined, changes: [] }
  if (!isStateFile(file)) throw new CorruptStateError(path, 'it does not hold a state with its journal')
  const journal = journalPath(path, file.journal)
  const text = await readFile(journal, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  return { snapshot: file.state, changes: parseLines(journal, text) }
}

/**
 * Continues the state of `path`. `snapshot` gives the whole of it as JSON; it is asked for at the first save
 * and whenever the journal has outgrown the file.
 */
export function openStateJournal(
  path: string,
  snapshot: () => string,
  smallBytes = SMALL_JOURNAL_BYTES,
): StateJournal {
  let lines: string[] = []
  let journal: FileHandle | null = null
  let journalBytes = 0
  let fileBytes = 0

  async function write() {
    const batch = lines
    lines = []
    const text = batch.map((line) => `${line}\n`).join('')
    const bytes = Buffer.byteLength(text)
    if (!journal || journalBytes + bytes > Math.max(smallBytes, fileBytes)) return startAnew()
    try {
      await journal.appendFile(text)
      await journal.datasync()
      journalBytes += bytes
    } catch (error) {
      // Half a batch may be in there: the next save writes the whole state and begins another journal.
      await closeJournal()
      throw error
    }
  }

  async function startAnew() {
    await closeJournal()
    const id = randomBytes(6).toString('hex')
    // Changes that come from here on are in both; to apply one twice changes nothing.
    const text = `{"journal":"${id}",\n"state":${snapshot()}}\n`
    await mkdir(dirname(path), { recursive: true })
    const next = await open(journalPath(path, id), 'a', 0o600)
    try {
      // The journal's name is on disk together with the file's: both are entries of one folder.
      await writeState(path, text)
    } catch (error) {
      await next.close()
      await rm(journalPath(path, id), { force: true })
      throw error
    }
    journal = next
    journalBytes = 0
    fileBytes = Buffer.byteLength(text)
    await removeOtherJournals(path, id)
  }

  async function closeJournal() {
    await journal?.close()
    journal = null
  }

  const writer = shareWrites(write)
  return {
    ...writer,
    add(line) {
      lines.push(line)
    },
    async close() {
      await writer.idle()
      await closeJournal()
    },
  }
}

/** A kill in the middle of an append leaves a last line that nobody was told of: it does not count. */
function parseLines(path: string, text: string): unknown[] {
  const complete = text.slice(0, text.lastIndexOf('\n') + 1)
  const changes: unknown[] = []
  for (const [index, line] of complete.split('\n').slice(0, -1).entries()) {
    try {
      changes.push(JSON.parse(line))
    } catch {
      throw new CorruptStateError(path, `its line ${index + 1} is not valid JSON`)
    }
  }
  return changes
}

async function removeOtherJournals(path: string, id: string) {
  const folder = dirname(path)
  const stem = basename(path, '.json')
  const keep = basename(journalPath(path, id))
  const pattern = new RegExp(`^${stem}\\.[0-9a-f]{12}\\.journal$`)
  for (const name of await readdir(folder)) {
    if (pattern.test(name) && name !== keep) await rm(join(folder, name), { force: true })
  }
}

function journalPath(path: string, id: string): string {
  return join(dirname(path), `${basename(path, '.json')}.${id}.journal`)
}

function isStateFile(value: unknown): value is { journal: string; state: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'state' in value &&
    'journal' in value &&
    typeof value.journal === 'string' &&
    /^[0-9a-f]{12}$/.test(value.journal)
  )
}
