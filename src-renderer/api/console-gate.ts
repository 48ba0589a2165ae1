import { useEffect, useSyncExternalStore } from 'react'
import type { EndpointName } from '../../contract/api/paths.ts'
import { problems } from '../../contract/api/problems.ts'
import { isOpenToOldConsoles, mustUpdateConsole } from '../../contract/api/version.ts'
import { platform } from '../platform/current.ts'
import { loadConfig } from './config.ts'
import type { ApiProblem } from './problem.ts'

/** Rejects calls from outdated consoles. This module is loaded only in consoles. */

const [status, message] = problems['console-outdated']
const outdatedProblem: ApiProblem = { code: 'console-outdated', status, message }

let isOutdated = false
const listeners = new Set<() => void>()

/** Returns true if the server considers this console too old to save data. */
export function useIsOutdated(): boolean {
  useEffect(() => void look(), [])
  return useSyncExternalStore(subscribe, () => isOutdated)
}

/**
 * Rejects a call that this console is too old to make, before it is sent.
 * @returns the problem; null if the call may be sent
 */
export async function rejectOldConsole(name: EndpointName): Promise<ApiProblem | null> {
  if (isOpenToOldConsoles(name)) return null
  await look()
  return isOutdated ? outdatedProblem : null
}

/**
 * Marks this console as outdated if the server rejected a write for that reason. This happens if the server
 * was updated while the console was running.
 */
export function recordRejection({ code }: ApiProblem): void {
  if (code === outdatedProblem.code) markOutdated()
}

/**
 * Compares this console's version with the server's configuration. If the server is unreachable, the check is
 * repeated once it is back.
 */
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
