import type { DeleteResult } from 'kysely'

interface Deletion {
  executeTakeFirst(): Promise<DeleteResult>
}

/** Runs a deletion and returns the number of deleted rows. */
export async function deleteRows(deletion: Deletion): Promise<number> {
  return Number((await deletion.executeTakeFirst()).numDeletedRows)
}
