import { getMethodAndPath, type EndpointName } from './paths.ts'

/**
 * The contract's version. Increment it with each change that breaks consoles built with an earlier version.
 */
export const CONTRACT_VERSION = 1

/**
 * The oldest contract version whose consoles may make changes. Older consoles are read-only until updated.
 */
export const OLDEST_CONSOLE = 1

/** The header with the contract version that a console was built with. It is part of every call. */
export const CONSOLE_VERSION_HEADER = 'X-Console-Version'

/** Reports whether a console of this version is read-only. `oldest` comes from the server's `/config`. */
export function mustUpdateConsole(version: number, oldest: number): boolean {
  return version < oldest
}

/** The calls other than GET that outdated consoles may make, so that users can still sign in and out. */
const openToAll: readonly EndpointName[] = ['saveUser', 'logOut']

export function isOpenToOldConsoles(name: EndpointName): boolean {
  return getMethodAndPath(name).method === 'GET' || openToAll.includes(name)
}
