import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { publicConfig, type PublicConfig } from '../../contract/config.ts'
import { readJson, writeJson } from './json-file.ts'
import { unusableReason } from './usable-config.ts'

const known = z.object({ apiOrigin: z.string(), config: publicConfig })

/**
 * Returns the server's last known settings if they are usable. A console that starts without the server uses
 * them.
 */
export function readKnownConfig(file: string, apiOrigin: string): PublicConfig | null {
  const last = readJson(file, known)
  return last?.apiOrigin === apiOrigin && unusableReason(apiOrigin, last.config) === null ? last.config : null
}

/**
 * Writes the settings only if they have changed, because they are requested often and a write waits for the
 * disk.
 */
export function saveConfig(file: string, apiOrigin: string, config: PublicConfig): void {
  const given = { apiOrigin, config }
  if (!isDeepStrictEqual(readJson(file, known), given)) writeJson(file, given)
}
