import type { Feed } from './feed.repository.ts'

/** Receivers fetch a feed each day at least. */
export const SILENT_MS = 24 * 3600_000

/** Whether nobody has fetched it for a day. */
export function isSilent(
  { fetchedAt, createdAt }: Pick<Feed, 'fetchedAt' | 'createdAt'>,
  now: Date,
): boolean {
  return now.getTime() - Date.parse(fetchedAt ?? createdAt) > SILENT_MS
}
