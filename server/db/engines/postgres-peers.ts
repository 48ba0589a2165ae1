import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../id.ts'
import type { OnChanges } from '../change-log.ts'
import { CHANNEL, reportCommitted, selectTopics } from './postgres-changes.ts'
import { listen, type Listener } from './postgres-listener.ts'

/**
 * The connection to all other processes on the same database. Each process is notified of every commit,
 * evicts the affected cached data, and acknowledges the commit. The writer's client gets its response only
 * after that, so no process shows it outdated data. A process that does not acknowledge within a second is
 * not awaited until it announces itself again.
 */
export interface Peers {
  /** Creates the message that a transaction sends when it commits. The transaction ID is appended to it. */
  beginMessage(): Message
  /** Returns the time since which the server has been unreachable, or null if it is reachable. */
  unreachableSince: Listener['unreachableSince']
  takeLock: Listener['takeLock']
  /**
   * Reports whether this process receives its own notifications when they are sent with `notify`, as other
   * processes would send them.
   */
  receivesOwnMessages(notify: (channel: string, text: string) => Promise<unknown>): Promise<boolean>
  close(): Promise<void>
}

interface Message {
  text: string
  /**
   * Called once the transaction is committed. Resolves when all other processes have acknowledged it, or a
   * second has passed.
   */
  heard(): Promise<void>
  /** Called if the transaction is not committed. */
  drop(): void
}

export interface PeerListeners {
  /** Called with the changes that another process has committed. */
  onChanges: OnChanges
  /**
   * Called when other processes' commits can no longer be received, or can be received again. Data that was
   * cached in between may be outdated.
   */
  onHearing(isHearing: boolean): void
}

const WAIT_MS = 1_000
const ECHO_MS = 5_000

/**
 * A message that is awaiting acknowledgments. Other processes may acknowledge it before this process learns
 * that its transaction is committed.
 */
interface PendingMessage {
  acknowledgedBy: Set<string>
  check(): void
}

/** Joins the other processes. A message is one line: its sender, its kind, and its details. */
export async function joinPeers(url: string, { onChanges, onHearing }: PeerListeners): Promise<Peers> {
  const self = newId()
  const peerIds = new Set<string>()
  const pendingMessages = new Map<string, PendingMessage>()
  let number = 0
  let onMeeting = () => {}
  let listener: Listener | null = null
  let onEcho = () => {}

  // Other processes' messages may arrive before this process can send any. Until it has sent `hello`, no
  // process waits for it.
  const notify = (channel: string, kind: string, details = '') =>
    listener?.notify(channel, `${self} ${kind} ${details}`)

  const handlers: Record<string, (from: string, details: string) => void> = {
    hello(from) {
      peerIds.add(from)
      notify(getChannel(from), 'here')
    },
    here(from) {
      peerIds.add(from)
      onMeeting()
    },
    bye: removePeer,
    wrote: (from, details) => void readCommit(from, details),
    echo: () => onEcho(),
    heard: (from, number) => recordAcknowledgment(number, from),
    // The sender has waited too long for this process, which may have returned outdated responses.
    missed() {
      onChanges(null)
      notify(CHANNEL, 'hello')
    },
  }

  /**
   * Reads over the listening connection. All connections of the pool may be in use by writes that wait for
   * other processes to acknowledge them.
   */
  async function readCommit(from: string, details: string): Promise<void> {
    const [number, tx = ''] = details.split(' ')
    const readTopics = async () => listener!.ask<{ topics: string }>(selectTopics, () => [tx])
    await reportCommitted(tx, readTopics, onChanges)
    notify(getChannel(from), 'heard', number)
  }

  /** Waits until all existing processes have responded, or a second has passed. */
  async function meet({ countPeers }: Listener): Promise<void> {
    const count = await countPeers()
    const { promise, resolve } = Promise.withResolvers<void>()
    onMeeting = () => peerIds.size >= count && resolve()
    onMeeting()
    await Promise.race([promise, sleep(WAIT_MS, undefined, { ref: false })])
  }

  function recordAcknowledgment(number: string, from: string): void {
    const message = pendingMessages.get(number)
    message?.acknowledgedBy.add(from)
    message?.check()
  }

  function removePeer(peer: string): void {
    peerIds.delete(peer)
    for (const message of pendingMessages.values()) message.check()
  }

  function giveUp({ acknowledgedBy }: PendingMessage): void {
    for (const peer of [...peerIds].filter((other) => !acknowledgedBy.has(other))) {
      removePeer(peer)
      notify(getChannel(peer), 'missed')
    }
  }

  function awaitAll(message: PendingMessage): Promise<void> {
    const isHeard = () => [...peerIds].every((other) => message.acknowledgedBy.has(other))
    if (isHeard()) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    message.check = () => isHeard() && resolve()
    const timer = setTimeout(() => giveUp(message), WAIT_MS)
    return promise.finally(() => clearTimeout(timer))
  }

  const opened = await listen(url, [CHANNEL, getChannel(self)], {
    onHeard(_channel, text) {
      const [, from, kind, details] = /^(\S+) (\S+) ([\s\S]*)$/.exec(text) ?? []
      if (from !== self && kind !== undefined) handlers[kind]?.(from!, details!)
    },
    onLost: () => onHearing(false),
    onBack() {
      onChanges(null)
      onHearing(true)
      notify(CHANNEL, 'hello')
    },
  })
  listener = opened
  notify(CHANNEL, 'hello')
  await meet(opened)

  return {
    beginMessage() {
      const name = String(++number)
      const message: PendingMessage = { acknowledgedBy: new Set(), check: () => {} }
      const drop = () => void pendingMessages.delete(name)
      pendingMessages.set(name, message)
      return { text: `${self} wrote ${name}`, heard: () => awaitAll(message).finally(drop), drop }
    },
    unreachableSince: opened.unreachableSince,
    takeLock: opened.takeLock,
    async receivesOwnMessages(notifyVia) {
      const { promise, resolve } = Promise.withResolvers<void>()
      onEcho = resolve
      await notifyVia(getChannel(self), 'nobody echo ')
      const timeout = sleep(ECHO_MS, false, { ref: false })
      return Promise.race([promise.then(() => true), timeout])
    },
    async close() {
      notify(CHANNEL, 'bye')
      await opened.close()
    },
  }
}

function getChannel(id: string): string {
  return `${CHANNEL} ${id}`
}
