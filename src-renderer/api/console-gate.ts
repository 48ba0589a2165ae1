import { useEffect, useSyncExternalStore } from 'react'
import type { EndpointName } from '../../contract/api/paths.ts'
import { problems } from '../../contract/api/problems.ts'
import { isOpenToOldConsoles, mustUpdateConsole } from '../../contract/api/version.ts'
import { platform } from '../platform/current.ts'
import { loadConfig } from './config.ts'
import type { ApiProblem } from './problem.ts'

/** Rejects calls from outdated consoles. Only consoles load this module. */

const [status, message] = problems['console-outdated']
const outdatedProblem: ApiProblem = { code: 'console-outdated', status, message }

let isOutdated = false
const listeners = new Set<() => void>()

/** Returns true if this console is too old to save data to the server. */
export function useIsOutdated(): boolean {
  useEffect(() => void checkVersion(), [])
  return useSyncExternalStore(subscribe, () => isOutdated)
}

/**
 * Rejects a call that this console is too old to make, before it is sent.
 * @returns the problem, or null if the call may be sent
 */
export async function rejectOldConsole(name: EndpointName): Promise<ApiProblem | null> {
  if (isOpenToOldConsoles(name)) return null
  await checkVersion()
  return isOutdated ? outdatedProblem : null
}

/**
 * Marks this console as outdated if the server rejected a call for that reason. The server may have
 * been updated while the console was running.
 */
export function recordRejection({ code }: ApiProblem): void {
  if (code === outdatedProblem.code) markOutdated()
}

/**
 * Compares this console's version with the server's. If the server is unreachable, the check is
 * repeated once it is back.
 */
async function checkVersion(): Promise<void> {
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
