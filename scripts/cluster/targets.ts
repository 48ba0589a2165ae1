import { Agent } from 'node:http'
import { isThere } from './is-there.ts'

export interface Target {
  origin: string
  agent: Agent
  /** Counts a request while it lasts. */
  during<T>(work: () => Promise<T>): Promise<T>
}

interface State extends Target {
  isUp: boolean
  isDraining: boolean
  active: number
  onIdle: (() => void) | null
}

export interface Targets {
  /**
   * The one with the fewest requests, of those that are there and were not tried. Where none is there, of all: what checks
   * say is a moment old, and a busy process may be late for one.
   */
  choose(tried: ReadonlySet<Target>): Target | null
  /** Until it has answered a check again, it gets nothing as long as another is there. */
  noteFailure(target: Target): void
  drain(origin: string): Promise<void>
  close(): void
}

/** Processes of the server. Each is asked whether it is there, again and again. */
export function createTargets(origins: readonly string[], checkMs: number): Targets {
  const states = origins.map(createState)
  let turn = 0
  const check = () =>
    void Promise.all(states.map(async (state) => (state.isUp = await isThere(state.origin))))
  check()
  const timer = setInterval(check, checkMs)

  return {
    choose(tried) {
      turn += 1
      const left = states.filter((state) => !state.isDraining && !tried.has(state))
      const up = left.filter(({ isUp }) => isUp)
      const free = up.length > 0 ? up : left
      const least = Math.min(...free.map(({ active }) => active))
      const equal = free.filter(({ active }) => active === least)
      return equal[turn % equal.length] ?? null
    },
    noteFailure(target) {
      const state = states.find((one) => one === target)
      if (state) state.isUp = false
    },
    drain(origin) {
      const state = states.find((one) => one.origin === origin)
      if (!state) throw new Error(`No target ${origin}`)
      state.isDraining = true
      if (state.active === 0) return Promise.resolve()
      return new Promise((resolve) => (state.onIdle = resolve))
    },
    close() {
      clearInterval(timer)
      for (const { agent } of states) agent.destroy()
    },
  }
}

function createState(origin: string): State {
  const state: State = {
    origin,
    agent: new Agent({ keepAlive: true }),
    // Until a check says otherwise: it may be asked before the first one is over.
    isUp: true,
    isDraining: false,
    active: 0,
    onIdle: null,
    async during(work) {
      state.active += 1
      try {
        return await work()
      } finally {
        state.active -= 1
        if (state.active === 0) state.onIdle?.()
      }
    },
  }
  return state
}
