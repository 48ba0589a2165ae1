import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { publicConfig, type PublicConfig } from '../../contract/config.ts'
import { readJson, writeJson } from './json-file.ts'
import { getUnusableReason } from './usable-config.ts'

const known = z.object({ apiOrigin: z.string(), config: publicConfig })

/** Returns the last settings, if usable, for a start without the server. */
export function readKnownConfig(file: string, apiOrigin: string): PublicConfig | null {
  const last = readJson(file, known)
  return last?.apiOrigin === apiOrigin && getUnusableReason(apiOrigin, last.config) === null
    ? last.config
    : null
}

/** Writes the settings only if they changed, because each write blocks. */
export function saveConfig(file: string, apiOrigin: string, config: PublicConfig): void {
  const given = { apiOrigin, config }
  if (!isDeepStrictEqual(readJson(file, known), given)) writeJson(file, given)
}
