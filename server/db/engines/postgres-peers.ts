import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../id.ts'
import type { OnChanges } from '../change-log.ts'
import { CHANNEL, reportCommitted, selectTopics } from './postgres-changes.ts'
import { listen, type Listener } from './postgres-listener.ts'

/**
 * The other processes on the same database. Each is told of every commit, drops what it keeps of that, and says so: whoever
 * has written is answered then, and misses nothing of it at any process. One that says nothing for a second is not waited
 * for again until it says that it is there.
 */
export interface Peers {
  /** What a transaction tells with its commit: goes before its number. */
  beginMessage(): Message
  /** Since when the server cannot be reached; null where it can. */
  unreachableSince: Listener['unreachableSince']
  takeLock: Listener['takeLock']
  /** Whether this process hears what is told in that way, as the others would tell it. */
  hears(tell: (channel: string, text: string) => Promise<unknown>): Promise<boolean>
  close(): Promise<void>
}

interface Message {
  text: string
  /** Once it is committed: resolves when all others have heard it, or a second has passed. */
  heard(): Promise<void>
  /** Where it is not. */
  drop(): void
}

export interface OfPeers {
  /** Told of what another process has committed. */
  onChanges: OnChanges
  /** Whether what others commit is heard. Whatever was kept while it was not may be wrong. */
  onHearing(isHearing: boolean): void
}

const WAIT_MS = 1_000
const ECHO_MS = 5_000

/** A message under way. Others may have heard it before this process knows that it is committed. */
interface Sent {
  heardBy: Set<string>
  check(): void
}

/** Messages are lines: who, which kind, and what of it. */
export async function joinPeers(url: string, { onChanges, onHearing }: OfPeers): Promise<Peers> {
  const self = newId()
  const others = new Set<string>()
  const sent = new Map<string, Sent>()
  let number = 0
  let onMeeting = () => {}
  let listener: Listener | null = null
  let onEcho = () => {}

  // Others may be heard before this one can tell anything. Nobody waits for it then: it has not said hello.
  const tell = (channel: string, kind: string, more = '') =>
    listener?.tell(channel, `${self} ${kind} ${more}`)

  const hear: Record<string, (from: string, more: string) => void> = {
    hello(from) {
      others.add(from)
      tell(channelOf(from), 'here')
    },
    here(from) {
      others.add(from)
      onMeeting()
    },
    bye: forget,
    wrote: (from, more) => void read(from, more),
    echo: () => onEcho(),
    heard: (from, number) => note(number, from),
    // It has waited too long for this process, which may have answered what was no longer so.
    missed() {
      onChanges(null)
      tell(CHANNEL, 'hello')
    },
  }

  /** Over the connection that listens: those of the pool may all wait for other processes to have read. */
  async function read(from: string, more: string): Promise<void> {
    const [number, tx = ''] = more.split(' ')
    const readTopics = async () => listener!.ask<{ topics: string }>(selectTopics, () => [tx])
    await reportCommitted(tx, readTopics, onChanges)
    tell(channelOf(from), 'heard', number)
  }

  /** Until whoever is there has answered. */
  async function meet({ countOthers }: Listener): Promise<void> {
    const count = await countOthers()
    const { promise, resolve } = Promise.withResolvers<void>()
    onMeeting = () => others.size >= count && resolve()
    onMeeting()
    await Promise.race([promise, sleep(WAIT_MS, undefined, { ref: false })])
  }

  function note(number: string, from: string): void {
    const message = sent.get(number)
    message?.heardBy.add(from)
    message?.check()
  }

  function forget(peer: string): void {
    others.delete(peer)
    for (const message of sent.values()) message.check()
  }

  function giveUp({ heardBy }: Sent): void {
    for (const peer of [...others].filter((other) => !heardBy.has(other))) {
      forget(peer)
      tell(channelOf(peer), 'missed')
    }
  }

  function awaitAll(message: Sent): Promise<void> {
    const isHeard = () => [...others].every((other) => message.heardBy.has(other))
    if (isHeard()) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    message.check = () => isHeard() && resolve()
    const timer = setTimeout(() => giveUp(message), WAIT_MS)
    return promise.finally(() => clearTimeout(timer))
  }

  const opened = await listen(url, [CHANNEL, channelOf(self)], {
    onHeard(_channel, text) {
      const [, from, kind, more] = /^(\S+) (\S+) ([\s\S]*)$/.exec(text) ?? []
      if (from !== self && kind !== undefined) hear[kind]?.(from!, more!)
    },
    onLost: () => onHearing(false),
    onBack() {
      onChanges(null)
      onHearing(true)
      tell(CHANNEL, 'hello')
    },
  })
  listener = opened
  tell(CHANNEL, 'hello')
  await meet(opened)

  return {
    beginMessage() {
      const name = String(++number)
      const message: Sent = { heardBy: new Set(), check: () => {} }
      const drop = () => void sent.delete(name)
      sent.set(name, message)
      return { text: `${self} wrote ${name}`, heard: () => awaitAll(message).finally(drop), drop }
    },
    unreachableSince: opened.unreachableSince,
    takeLock: opened.takeLock,
    async hears(tellSo) {
      const { promise, resolve } = Promise.withResolvers<void>()
      onEcho = resolve
      await tellSo(channelOf(self), 'nobody echo ')
      const late = sleep(ECHO_MS, false, { ref: false })
      return Promise.race([promise.then(() => true), late])
    },
    async close() {
      tell(CHANNEL, 'bye')
      await opened.close()
    },
  }
}

function channelOf(id: string): string {
  return `${CHANNEL} ${id}`
}
