import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rejection } from '../../contract/desktop/desktop-channels.ts'
import { FILE_TOO_LARGE, importLimits } from '../../contract/import-limits.ts'
import { carImport, importAccepted, importStarted, type CarImport } from '../../contract/imports.ts'
import { me } from '../../contract/users.ts'
import {
  firstLimits,
  type WatchedFile,
  type WatchedFolder as State,
  type WatchLimits,
} from '../../contract/desktop/watched-folder.ts'
import { listFolder, readFolderFile, getFileFingerprint, type FolderFile } from '../system/folder-files.ts'
import type { Log } from '../system/log-file.ts'
import type { Fetch } from './json-response.ts'
import { callApi, type ApiCall } from './api-call.ts'
import type { Connection } from './connection.ts'
import { createUnreadableFileTracker } from './unreadable-files.ts'
import type { WatchedFolderStore, WatchedEntry } from './watched-folder-store.ts'
import { describeCounts, getWaitingReason } from './within-limits.ts'

export interface WatchedFolder {
  read: () => Promise<State>
  /** Starts watching a folder. The files that are already in it count as read. */
  watch: (folder: string) => Promise<State>
  setLimits: (limits: WatchLimits) => Promise<State>
  stop: () => Promise<State>
  /** Clears the files that need attention. */
  dismiss: () => Promise<State>
  /**
   * Checks the folder once, after any operation in progress.
   * @returns true if more work is waiting
   */
  look: () => Promise<boolean>
  /** Starts checking the folder every few seconds. */
  start: () => void
}

interface WatchedFolderOptions {
  connection: () => Pick<Connection, 'apiOrigin' | 'session'> | null
  entries: WatchedFolderStore
  fetch: Fetch
  onChange: (state: State) => void
  onNeedsYou: (file: WatchedFile) => void
  log: Log
  now?: () => number
  /**
   * Reads the bytes of a file.
   * @throws if it is unreadable
   */
  read?: (path: string) => Promise<Buffer<ArrayBuffer>>
}

interface Owner {
  account: string
  apiOrigin: string
  token: string
}

const LOOK_EVERY_MS = 5_000
const WORKING_EVERY_MS = 1_000
const UPLOAD_TIMEOUT_MS = 300_000
const PATIENCE_MS = 60_000
const KEPT_FILES = 10
const KEPT_HASHES = 500

/**
 * Reads each new file in a user's watched folder, and imports it if it is within the user's limits. The
 * folder is polled every few seconds, because network folders do not report changes and reports are lost
 * during sleep. A file is read once its size and time are unchanged between two checks.
 */
export function createWatchedFolder(options: WatchedFolderOptions): WatchedFolder {
  const { entries, log, now = Date.now, read = readFile } = options
  let status: State['status'] = 'watching'
  let known: { token: string; apiOrigin: string; id: string } | null = null
  let before = new Map<string, string>()
  const unreadable = createUnreadableFileTracker()
  let last: Promise<unknown> = Promise.resolve()

  function runInOrder<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work)
    last = turn.catch((error: unknown) => log(`watched folder: ${String(error)}`))
    return turn
  }

  async function findOwner(): Promise<Owner | null> {
    const connection = options.connection()
    const token = (await connection?.session.token()) ?? null
    if (!connection || token === null) return null
    const { apiOrigin } = connection
    if (known?.token !== token || known.apiOrigin !== apiOrigin) {
      const result = await callApi({ fetch: options.fetch, apiOrigin }, { name: 'getMe', token }, me)
      if (!result.ok) {
        await giveUp(token, result)
        return null
      }
      known = { token, apiOrigin, id: result.data._id }
    }
    return { account: `${apiOrigin} ${known.id}`, apiOrigin, token }
  }

  /** Ends the session after a rejected token; otherwise sets the status to 'waiting'. */
  async function giveUp(token: string, { problem }: Rejection): Promise<void> {
    if (problem.status === 401) await options.connection()?.session.rejected(token)
    else status = 'waiting'
  }

  function call<T>(
    { apiOrigin, token }: Owner,
    request: Omit<ApiCall, 'token'>,
    output: Parameters<typeof callApi<T>>[2],
  ) {
    return callApi({ fetch: options.fetch, apiOrigin }, { ...request, token }, output)
  }

  function stateOf(owner: Owner | null): State {
    const entry = owner && entries.find(owner.account)
    return {
      folder: entry?.folder ?? null,
      limits: entry?.limits ?? firstLimits,
      status,
      files: entry?.files ?? [],
    }
  }

  function save(owner: Owner, entry: WatchedEntry): void {
    entries.save(owner.account, entry)
    options.onChange(stateOf(owner))
  }

  function show(owner: Owner, next: State['status']): void {
    if (status === next) return
    status = next
    options.onChange(stateOf(owner))
  }

  async function lookOnce(): Promise<boolean> {
    const owner = await findOwner()
    const entry = owner && entries.find(owner.account)
    if (!owner || !entry) return false
    if (entry.pending) return follow(owner, entry, entry.pending)
    const file = await findNext(owner, entry)
    return file !== null && send(owner, entry, file)
  }

  /** Finds a changed file that is no longer being written. */
  async function findNext(owner: Owner, entry: WatchedEntry): Promise<FolderFile | null> {
    const files = await listFolder(entry.folder).catch(() => null)
    if (files === null) {
      show(owner, 'no-folder')
      return null
    }
    if (status === 'no-folder' || status === 'waiting') show(owner, 'watching')
    const fresh = files.filter((file) => entry.known[file.name] !== getFileFingerprint(file))
    const ready = fresh.filter((file) => file.size > 0 && before.get(file.name) === getFileFingerprint(file))
    before = new Map(fresh.map((file) => [file.name, getFileFingerprint(file)]))
    return unreadable.choose(ready)
  }

  async function send(owner: Owner, entry: WatchedEntry, file: FolderFile): Promise<boolean> {
    const seen = withKnown(entry, file.name, getFileFingerprint(file))
    if (file.size > importLimits.bytes) return end(owner, seen, file.name, 'refused', FILE_TOO_LARGE)
    const bytes = await read(join(entry.folder, file.name)).catch(() => null)
    if (bytes === null) return holdBack(owner, entry, file)
    unreadable.markReadable(file.name)
    const after = await readFolderFile(entry.folder, file.name)
    if (!after || getFileFingerprint(after) !== getFileFingerprint(file)) return true
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (entry.hashes.includes(hash)) {
      save(owner, withoutNotice(seen, file.name))
      return true
    }
    show(owner, 'working')
    const form = new FormData()
    form.set('file', new Blob([bytes]), file.name)
    const result = await call(owner, { name: 'addImport', form, timeoutMs: UPLOAD_TIMEOUT_MS }, importStarted)
    if (!result.ok)
      return isPassing(result)
        ? wait(owner, result)
        : end(owner, seen, file.name, 'refused', result.problem.message)
    const hashes = [hash, ...entry.hashes].slice(0, KEPT_HASHES)
    const pending = { importID: result.data._id, fileName: file.name, offLot: 0 }
    save(owner, { ...withoutNotice(seen, file.name), hashes, pending })
    return true
  }

  /** Postpones an unreadable file. After a minute, the user is notified once; retries continue. */
  function holdBack(owner: Owner, entry: WatchedEntry, file: FolderFile): boolean {
    const since = unreadable.note(file.name, now())
    // Other files may be ready.
    if (since === undefined) return true
    const reported = `${TOLD} ${getFileFingerprint(file)}`
    if (entry.known[file.name] === reported || now() - since < PATIENCE_MS) return false
    return end(owner, withKnown(entry, file.name, reported), file.name, 'refused', UNREADABLE)
  }

  async function wait(owner: Owner, rejection: Rejection): Promise<boolean> {
    await giveUp(owner.token, rejection)
    options.onChange(stateOf(owner))
    return false
  }

  type Pending = NonNullable<WatchedEntry['pending']>

  async function follow(owner: Owner, entry: WatchedEntry, pending: Pending): Promise<boolean> {
    const { importID, fileName } = pending
    const result = await call(owner, { name: 'getImport', params: { id: importID } }, carImport)
    if (!result.ok) {
      if (isPassing(result)) return wait(owner, result)
      return end(owner, entry, fileName, 'refused', result.problem.message)
    }
    show(owner, 'working')
    const { state, counts, message = '' } = result.data
    if (state === 'failed') return end(owner, entry, fileName, 'needs-you', message, importID)
    if (state === 'applied')
      return end(owner, entry, fileName, 'applied', describeCounts(counts, pending.offLot), importID)
    return state === 'ready' ? decide(owner, entry, pending, result.data) : true
  }

  async function decide(
    owner: Owner,
    entry: WatchedEntry,
    pending: Pending,
    plan: CarImport,
  ): Promise<boolean> {
    const { importID, fileName } = pending
    const why = getWaitingReason(entry.limits, plan)
    if (why !== null) return end(owner, entry, fileName, 'needs-you', why, importID)
    const offLot = entry.limits.offLot ? plan.missing : 0
    if (plan.counts.create + plan.counts.update + offLot === 0)
      return end(owner, entry, fileName, 'unchanged', describeCounts(plan.counts, 0), importID)
    const body = offLot > 0 ? { missing: 'off-lot', missingCount: offLot } : { missing: 'leave' }
    save(owner, { ...entry, pending: { ...pending, offLot } })
    const result = await call(owner, { name: 'applyImport', params: { id: importID }, body }, importAccepted)
    if (result.ok) return true
    if (isPassing(result)) return wait(owner, result)
    return end(owner, entry, fileName, 'needs-you', result.problem.message, importID)
  }

  function end(
    owner: Owner,
    entry: WatchedEntry,
    fileName: string,
    outcome: WatchedFile['outcome'],
    text: string,
    importID: string | null = null,
  ): boolean {
    const isOpen = outcome === 'needs-you' || outcome === 'refused'
    const file = { fileName, at: now(), outcome, text, importID, isOpen }
    status = 'watching'
    save(owner, { ...entry, pending: null, files: [file, ...entry.files].slice(0, KEPT_FILES) })
    if (isOpen) options.onNeedsYou(file)
    return true
  }

  /**
   * Edits the owner's entry.
   * @param change returns the changed entry, or null to delete it
   */
  function edit(
    change: (entry: WatchedEntry | null) => WatchedEntry | null | Promise<WatchedEntry>,
  ): Promise<State> {
    return runInOrder(async () => {
      const owner = await findOwner()
      if (!owner) return stateOf(null)
      entries.save(owner.account, await change(entries.find(owner.account)))
      options.onChange(stateOf(owner))
      return stateOf(owner)
    })
  }

  const look = () => runInOrder(lookOnce)

  return {
    read: () => runInOrder(async () => stateOf(await findOwner())),
    watch: (folder) =>
      edit(async (entry) => {
        const there = await listFolder(folder)
        status = 'watching'
        return {
          limits: firstLimits,
          hashes: [],
          files: [],
          pending: null,
          ...entry,
          folder,
          known: Object.fromEntries(there.map((file) => [file.name, getFileFingerprint(file)])),
        }
      }),
    setLimits: (limits) => edit((entry) => entry && { ...entry, limits }),
    stop: () => edit(() => null),
    dismiss: () =>
      edit((entry) => entry && { ...entry, files: entry.files.map((file) => ({ ...file, isOpen: false })) }),
    look,
    start() {
      const again = async () => {
        const isMore = await look().catch(() => false)
        setTimeout(() => void again(), isMore ? WORKING_EVERY_MS : LOOK_EVERY_MS).unref()
      }
      void again()
    },
  }
}

const UNREADABLE =
  'We can’t open this file. Close it in other programs, and check that you have permission to read it.'

/** Replaces the stamp of an unreadable file once its owner has been notified. */
const TOLD = 'unreadable'

function withKnown(entry: WatchedEntry, name: string, stamp: string): WatchedEntry {
  return { ...entry, known: { ...entry.known, [name]: stamp } }
}

/** Removes the notice about a file that is readable again. */
function withoutNotice(entry: WatchedEntry, name: string): WatchedEntry {
  const isOver = ({ fileName, text }: WatchedFile) => fileName === name && text === UNREADABLE
  return {
    ...entry,
    files: entry.files.map((file) => (isOver(file) ? { ...file, isOpen: false } : file)),
  }
}

/** Reports whether a retry may succeed, if necessary after the owner signs in again. */
function isPassing({ problem: { status } }: Rejection): boolean {
  return status === 0 || status === 401 || status === 429 || status >= 500
}
