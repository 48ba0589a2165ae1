import type Sqlite from 'better-sqlite3'
import { isDeepStrictEqual } from 'node:util'
import { isUnwritable, sqliteFull } from '../system/file-error.ts'
import type { LogSync } from './log-sync.ts'

/**
 * Turns on one connection. Transactions that arrive together are members of one group: each in a savepoint of its own,
 * all of them in one transaction of SQLite's, and answered once that is on disk.
 */
export interface GroupCommit {
  /** Runs work while nothing is uncommitted. It sees whatever was committed before, and writes nothing. */
  read<T>(work: () => T): Promise<T>
  /** Waits for a turn; others wait until this member ends. */
  begin(): Promise<Member>
}

/** What it reads, others of its group may have written: it ends with the group, whichever way. */
export interface Member {
  /** @throws once the member has ended, and once SQLite has taken the group back */
  run<T>(work: () => T): T
  /** @throws what kept the group from being committed: nothing of any member is kept then */
  commit(): Promise<void>
  /** Takes back this member alone. @throws as `commit` */
  rollback(): Promise<void>
}

interface Group {
  size: number
  isWatched: boolean
  /** What made SQLite take it back by itself, as on a full disk. */
  loss: Error | null
  /** Members that have committed, in order. */
  committed: CommittedMember[]
  end: PromiseWithResolvers<void>
}

interface CommittedMember {
  steps: readonly Step[]
  end: PromiseWithResolvers<void>
}

/** One statement of a member and the result that the member received. */
interface Step {
  work: () => unknown
  result: unknown
}

/** Reads wait for the group's end, so it has one. */
const MAX_MEMBERS = 64

/**
 * @param log SQLite's, where it commits without waiting for the disk
 * @param onCommit called after the commit of a group and before its members are answered
 */
export function createGroupCommit(sqlite: Sqlite.Database, log: LogSync, onCommit: () => void): GroupCommit {
  const steps = prepareSteps(sqlite)
  const readers: (() => void)[] = []
  const members: (() => void)[] = []
  let group: Group | null = null
  let isTaken = false

  /** Reads come first, or writers who never pause would keep them waiting. */
  function giveTurns(): void {
    if (!group) for (const read of readers.splice(0)) read()
    while (!isTaken && members.length > 0) members.shift()!()
  }

  /** Whoever comes first opens the group. */
  async function enter(): Promise<Member> {
    group ??= open()
    steps.savepoint.run()
    group.size++
    isTaken = true
    return createMember(group)
  }

  function open(): Group {
    steps.begin.run()
    const opened = createGroup()
    watch(opened, 0)
    return opened
  }

  function createMember(group: Group): Member {
    const done: Step[] = []
    let hasEnded = false

    function leave(): void {
      hasEnded = true
      isTaken = false
      if (group.loss || group.size >= MAX_MEMBERS) close(group)
      else if (!group.isWatched) watch(group, group.size)
      giveTurns()
    }

    return {
      run(work) {
        if (hasEnded) throw new Error('This transaction has ended.')
        if (group.loss) throw group.loss
        const result = orLose(group, work)
        done.push({ work, result })
        return result
      },
      async commit() {
        if (group.loss) throw group.loss
        orLose(group, () => steps.release.run())
        const end = createEnd()
        group.committed.push({ steps: done, end })
        leave()
        await end.promise
      },
      async rollback() {
        if (hasEnded) return
        if (!group.loss) takeBack(group)
        leave()
        await group.end.promise
      },
    }
  }

  /** Outside of the transaction the member's next statements would each be committed by themselves. */
  function orLose<T>(group: Group, work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!sqlite.inTransaction) group.loss = error as Error
      throw error
    }
  }

  function takeBack(group: Group): void {
    try {
      steps.rollbackTo.run()
      steps.release.run()
    } catch (error) {
      group.loss = error as Error
    }
  }

  /** Closes it once a whole turn of the event loop, with what that read from the network, has brought no member. */
  function watch(opened: Group, size: number): void {
    opened.isWatched = true
    setImmediate(() => {
      opened.isWatched = false
      if (group !== opened || isTaken) return
      if (opened.size > size) return watch(opened, opened.size)
      close(opened)
      giveTurns()
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
    answer(closed.committed, closed.end)
  }

  /** Notifies of the commit, and resolves the members' promises once everything committed is on disk. */
  function answer(members: readonly CommittedMember[], ...others: PromiseWithResolvers<void>[]): void {
    if (members.length > 0) onCommit()
    const ends = [...members.map(({ end }) => end), ...others]
    log.whenOnDisk().then(
      () => ends.forEach(({ resolve }) => resolve()),
      (error: unknown) => ends.forEach(({ reject }) => reject(error)),
    )
  }

  /** Commits each member in a transaction of its own, so that a full disk rejects only those that do not fit. */
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
    answer(saved, end)
  }

  return {
    read: (work) =>
      group ? new Promise((resolve) => readers.push(() => resolve(runNow(work)))) : runNow(work),
    begin: () =>
      new Promise((resolve) => {
        members.push(() => resolve(enter()))
        giveTurns()
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

/** @throws if the result differs from the first one, because it depended on a member that does not fit on the disk */
function repeat({ work, result }: Step): void {
  if (isDeepStrictEqual(work(), result)) return
  throw sqliteFull()
}

function createGroup(): Group {
  return { size: 0, isWatched: false, loss: null, committed: [], end: createEnd() }
}

function createEnd(): PromiseWithResolvers<void> {
  const end = Promise.withResolvers<void>()
  // It may have no listener.
  end.promise.catch(() => {})
  return end
}

/** At once; what it throws is the promise's. */
async function runNow<T>(work: () => T): Promise<T> {
  return work()
}
