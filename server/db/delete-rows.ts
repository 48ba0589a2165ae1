import type { DeleteResult } from 'kysely'

interface Deletion {
  executeTakeFirst(): Promise<DeleteResult>
}

export async function deleteRows(deletion: Deletion): Promise<number> {
  return Number((await deletion.executeTakeFirst()).numDeletedRows)
}
