import type { Db } from '../../db/tables.ts'
import { readRecallFile } from './recall-file.ts'
import { RecallFileError, type RecalledPart } from './recall-line.ts'
import {
  beginEdition,
  countCampaigns,
  deleteEdition,
  deleteUnusedRows,
  insertParts,
  publishEdition,
} from './recall.repository.ts'

/** Number of lines that one transaction stores. Other writers wait for it. */
const BATCH_ROWS = 500

/**
 * Replaces all recalls with those of NHTSA's files. The rows are stored in small transactions as a new edition,
 * so that the marketplace keeps running, and one transaction makes it the current edition. After an error or
 * a crash, the earlier recalls are unchanged.
 * @returns the number of stored recalls
 * @throws RecallFileError
 */
export async function loadRecalls(
  db: Db,
  files: readonly string[],
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
  const edition = await beginEdition(db, now)
  try {
    await deleteUnusedRows(db)
    await storeFiles(db, edition, files, signal)
    await publishEdition(db, edition)
    return await countCampaigns(db)
  } catch (error) {
    await deleteEdition(db, edition)
    throw error
  } finally {
    await deleteUnusedRows(db)
  }
}

async function storeFiles(
  db: Db,
  edition: string,
  files: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  let stored = 0
  for (const file of files)
    for await (const parts of inBatches(readRecallFile(file))) {
      signal?.throwIfAborted()
      await insertParts(db, edition, stored, parts)
      stored += parts.length
    }
  if (stored === 0)
    throw new RecallFileError(
      `${files.length === 1 ? 'The file has' : 'The files have'} no recalls of vehicles.`,
    )
}

async function* inBatches(parts: AsyncIterable<RecalledPart>): AsyncGenerator<RecalledPart[]> {
  let batch: RecalledPart[] = []
  for await (const part of parts) {
    batch.push(part)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
