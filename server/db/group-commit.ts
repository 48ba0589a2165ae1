import type Sqlite from 'better-sqlite3'
import { isDeepStrictEqual } from 'node:util'
import { isUnwritable, sqliteFull } from '../system/file-error.ts'
import type { LogSync } from './log-sync.ts'

/**
 * The scheduler of transactions on one connection. Transactions that arrive together are members of one
 * group. Each has its own savepoint, all of them share one SQLite transaction, and they are acknowledged once
 * it is on disk.
 */
export interface GroupCommit {
  /** Runs work while no changes are uncommitted. The work sees all earlier commits and must not write. */
  read<T>(work: () => T): Promise<T>
  /** Waits for a turn. Other transactions wait until this member ends. */
  begin(): Promise<Member>
}

/**
 * A transaction in a group. It may have read what other members wrote, so its outcome is final only when the
 * group ends.
 */
export interface Member {
  /**
   * Runs work in the transaction.
   * @throws if the member has ended, or SQLite has rolled back the group
   */
  run<T>(work: () => T): T
  /**
   * Commits the member, and waits for the commit of its group.
   * @throws the error that prevented the commit; none of the member's changes are saved in that case
   */
  commit(): Promise<void>
  /**
   * Rolls back only this member.
   * @throws as `commit`
   */
  rollback(): Promise<void>
}

interface Group {
  size: number
  isWatched: boolean
  /** The error after which SQLite rolled back the group on its own, such as a full disk. */
  loss: Error | null
  /** Members that have committed, in order. */
  committed: CommittedMember[]
  end: PromiseWithResolvers<void>
}

interface CommittedMember {
  steps: readonly Step[]
  end: PromiseWithResolvers<void>
}

/** A member's statement and its result. */
interface Step {
  work: () => unknown
  result: unknown
}

/** Maximum number of members in a group. Reads wait until the group ends, so its size must be limited. */
const MAX_MEMBERS = 64

/**
 * Creates the scheduler for a connection.
 * @param log SQLite's write-ahead log, if SQLite commits without waiting for the disk
 * @param onCommit called after the group is committed and before its members are acknowledged
 */
export function createGroupCommit(sqlite: Sqlite.Database, log: LogSync, onCommit: () => void): GroupCommit {
  const steps = prepareSteps(sqlite)
  const readers: (() => void)[] = []
  const members: (() => void)[] = []
  let group: Group | null = null
  let hasActiveMember = false

  /**
   * Starts waiting work. Reads go first. Otherwise, a steady stream of writers could keep them waiting
   * forever.
   */
  function startWaiting(): void {
    if (!group) for (const read of readers.splice(0)) read()
    while (!hasActiveMember && members.length > 0) members.shift()!()
  }

  /** Adds a member. The first member opens the group. */
  async function enter(): Promise<Member> {
    group ??= open()
    steps.savepoint.run()
    group.size++
    hasActiveMember = true
    return createMember(group)
  }

  function open(): Group {
    steps.begin.run()
    const opened = createGroup()
    watch(opened, 0)
    return opened
  }

  function createMember(group: Group): Member {
    const completedSteps: Step[] = []
    let hasEnded = false

    function endMember(): void {
      hasEnded = true
      hasActiveMember = false
      if (group.loss || group.size >= MAX_MEMBERS) close(group)
      else if (!group.isWatched) watch(group, group.size)
      startWaiting()
    }

    return {
      run(work) {
        if (hasEnded) throw new Error('This transaction has ended.')
        if (group.loss) throw group.loss
        const result = runOrRecordLoss(group, work)
        completedSteps.push({ work, result })
        return result
      },
      async commit() {
        if (group.loss) throw group.loss
        runOrRecordLoss(group, () => steps.release.run())
        const end = createEnd()
        group.committed.push({ steps: completedSteps, end })
        endMember()
        await end.promise
      },
      async rollback() {
        if (hasEnded) return
        if (!group.loss) rollBackMember(group)
        endMember()
        await group.end.promise
      },
    }
  }

  /**
   * Runs work, and records its error if SQLite has ended the transaction. Without this record, each of the
   * member's later statements would be committed on its own.
   */
  function runOrRecordLoss<T>(group: Group, work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!sqlite.inTransaction) group.loss = error as Error
      throw error
    }
  }

  function rollBackMember(group: Group): void {
    try {
      steps.rollbackTo.run()
      steps.release.run()
    } catch (error) {
      group.loss = error as Error
    }
  }

  /**
   * Closes the group once a full turn of the event loop, including its network reads, has added no member.
   */
  function watch(opened: Group, size: number): void {
    opened.isWatched = true
    setImmediate(() => {
      opened.isWatched = false
      if (group !== opened || hasActiveMember) return
      if (opened.size > size) return watch(opened, opened.size)
      close(opened)
      startWaiting()
    })
  }

  function close(closed: Group): void {
    group = null
    try {
      const loss = closed.loss ?? log.loss
      if (loss) throw loss
      steps.commit.run()
    } catch (error) {
      if (sqlite.inTransaction) steps.rollback.run()
      if (log.loss === null && isUnwritable(error)) recommit(closed)
      else for (const { end } of [...closed.committed, closed]) end.reject(error)
      return
    }
    respond(closed.committed, closed.end)
  }

  /** Reports the commit, and resolves the members' promises once everything committed is on disk. */
  function respond(members: readonly CommittedMember[], ...additional: PromiseWithResolvers<void>[]): void {
    if (members.length > 0) onCommit()
    const ends = [...members.map(({ end }) => end), ...additional]
    log.whenOnDisk().then(
      () => ends.forEach(({ resolve }) => resolve()),
      (error: unknown) => ends.forEach(({ reject }) => reject(error)),
    )
  }

  /**
   * Commits each member in its own transaction. If the disk is full, only the members that do not fit
   * are rejected.
   */
  function recommit({ committed, end }: Group): void {
    const saved = committed.filter((member) => {
      try {
        steps.begin.run()
        for (const step of member.steps) repeat(step)
        steps.commit.run()
        return true
      } catch (error) {
        if (sqlite.inTransaction) steps.rollback.run()
        member.end.reject(error)
        return false
      }
    })
    respond(saved, end)
  }

  return {
    read: (work) =>
      group ? new Promise((resolve) => readers.push(() => resolve(runNow(work)))) : runNow(work),
    begin: () =>
      new Promise((resolve) => {
        members.push(() => resolve(enter()))
        startWaiting()
      }),
  }
}

function prepareSteps(sqlite: Sqlite.Database) {
  return {
    begin: sqlite.prepare('begin immediate'),
    commit: sqlite.prepare('commit'),
    rollback: sqlite.prepare('rollback'),
    savepoint: sqlite.prepare('savepoint member'),
    release: sqlite.prepare('release member'),
    rollbackTo: sqlite.prepare('rollback to member'),
  }
}

/**
 * Repeats a step.
 * @throws if the result differs from the first one, which means that it depended on a member that does not
 * fit on the disk
 */
function repeat({ work, result }: Step): void {
  if (isDeepStrictEqual(work(), result)) return
  throw sqliteFull()
}

function createGroup(): Group {
  return { size: 0, isWatched: false, loss: null, committed: [], end: createEnd() }
}

function createEnd(): PromiseWithResolvers<void> {
  const end = Promise.withResolvers<void>()
  // Prevents an unhandled rejection if nothing awaits the promise.
  end.promise.catch(() => {})
  return end
}

/** Runs work immediately. Rejects if the work throws. */
async function runNow<T>(work: () => T): Promise<T> {
  return work()
}
