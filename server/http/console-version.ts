import type { Request } from 'express'
import type { EndpointName } from '../../contract/paths.ts'
import { ProblemError } from '../../contract/problems.ts'
import {
  CONSOLE_VERSION_HEADER,
  isOpenToOldConsoles,
  mustUpdateConsole,
  OLDEST_CONSOLE,
} from '../../contract/version.ts'

/**
 * A console that was built for an older contract could write what no longer means the same: it only reads.
 * @throws ProblemError `console-outdated`
 */
export function checkConsoleVersion(name: EndpointName, req: Request): void {
  const header = req.get(CONSOLE_VERSION_HEADER)
  if (header === undefined || isOpenToOldConsoles(name)) return
  const version = /^\d{1,6}$/.test(header) ? Number(header) : 0
  if (mustUpdateConsole(version, OLDEST_CONSOLE)) throw new ProblemError('console-outdated')
}
