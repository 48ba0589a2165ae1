import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { downloadFile } from '../../gateways/recalls/download-file.ts'
import { loadRecalls } from './load-recalls.ts'
import { findLoadTime } from './recall.repository.ts'

const WEEK_MS = 7 * 24 * 3600_000

/**
 * Downloads NHTSA's recall files and loads them, unless recalls were loaded in the last week. After a failure,
 * the earlier recalls are unchanged.
 * @param signal ends the work when the server stops
 */
export async function refreshRecalls(
  { config, db, log, now }: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const loadedAt = await findLoadTime(db)
  // Recalls with a future timestamp were loaded while the clock was wrong, so they count as old.
  if (loadedAt && Math.abs(now().getTime() - loadedAt.getTime()) < WEEK_MS) return
  const folder = await mkdtemp(join(tmpdir(), 'kerblight-recalls-'))
  try {
    const files = config.recallsUrls.map((_url, index) => join(folder, `recalls-${index + 1}`))
    for (const [index, url] of config.recallsUrls.entries())
      await downloadFile(url, files[index]!, { signal })
    const count = await loadRecalls(db, files, { now: now(), signal })
    log.info({ count }, 'recalls were loaded')
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
