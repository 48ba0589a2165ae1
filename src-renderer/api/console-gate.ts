import { useEffect, useSyncExternalStore } from 'react'
import type { EndpointName } from '../../contract/api/paths.ts'
import { problems } from '../../contract/api/problems.ts'
import { isOpenToOldConsoles, mustUpdateConsole } from '../../contract/api/version.ts'
import { platform } from '../platform/current.ts'
import { loadConfig } from './config.ts'
import type { ApiProblem } from './problem.ts'

/** Loads in consoles alone. */

const [status, message] = problems['console-outdated']
const outdatedProblem: ApiProblem = { code: 'console-outdated', status, message }

let isOutdated = false
const listeners = new Set<() => void>()

/** Whether this console is too old to write, by the server's word. */
export function useIsOutdated(): boolean {
  useEffect(() => void look(), [])
  return useSyncExternalStore(subscribe, () => isOutdated)
}

/** The refusal of a call that only newer consoles may make, before it is sent; else null. */
export async function rejectOldConsole(name: EndpointName): Promise<ApiProblem | null> {
  if (isOpenToOldConsoles(name)) return null
  await look()
  return isOutdated ? outdatedProblem : null
}

/** A server that was updated meanwhile says so at the next write. */
export function recordRejection({ code }: ApiProblem): void {
  if (code === outdatedProblem.code) markOutdated()
}

/** Out of reach, the server decides when it is back. */
async function look(): Promise<void> {
  const config = await loadConfig().catch(() => null)
  if (config && mustUpdateConsole(platform.consoleVersion ?? config.oldestConsole, config.oldestConsole))
    markOutdated()
}

function markOutdated(): void {
  if (isOutdated) return
  isOutdated = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
