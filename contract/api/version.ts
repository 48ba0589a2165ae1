import { methodAndPath, type EndpointName } from './paths.ts'

/** Raised by one with each change of the contract that a console from before it cannot live with. */
export const CONTRACT_VERSION = 1

/** The version that a console must have been built with to write; older ones read until they are updated. */
export const OLDEST_CONSOLE = 1

/** A console says in this header, with every call, which version it was built with. */
export const CONSOLE_VERSION_HEADER = 'X-Console-Version'

/** Whether a console of that version only reads, for a server whose `/config` names that oldest one. */
export function mustUpdateConsole(version: number, oldest: number): boolean {
  return version < oldest
}

/** Signing in and out stays possible. */
const openToAll: readonly EndpointName[] = ['saveUser', 'logOut']

/** Whether a console that only reads may make this call. */
export function isOpenToOldConsoles(name: EndpointName): boolean {
  return methodAndPath(name).method === 'GET' || openToAll.includes(name)
}
