import { hash } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import type { ClientBase } from 'pg'
import type { PerEngine } from '../engine.ts'
import { MoveError } from './move-error.ts'
import type { MovedColumn, MovedTable } from './source.ts'

/**
 * A digest of a table's rows, regardless of their order: the number of rows, and the sum of the first bytes
 * of their SHA-256 hashes.
 */
export interface Digest {
  rows: number
  /** The sum of the hashes, as a decimal number. */
  checksum: string
}

const DIGEST_BYTES = 6

/**
 * SQL that represents a row as one string. The length of each value precedes it, so different rows always
 * yield different strings.
 */
const rowText: PerEngine<(columns: readonly MovedColumn[]) => string> = {
  sqlite: (columns) =>
    columns
      .map(({ name, isAny }) => {
        const type = isAny ? `iif(typeof("${name}") = 'text', 's', 'n') || ` : ''
        return `coalesce(${type}octet_length("${name}") || ':' || "${name}", '-')`
      })
      .join(' || '),
  postgres: (columns) =>
    columns
      .map(({ name, isAny }) => {
        const text = isAny ? `("${name}" #>> '{}')` : `"${name}"::text`
        const type = isAny ? `left(jsonb_typeof("${name}"), 1) || ` : ''
        return `coalesce(${type}octet_length(${text}) || ':' || ${text}, '-')`
      })
      .join(' || '),
}

/**
 * Computes the digest of a source table.
 * @throws MoveError if a row contains a character that the target cannot store
 */
export function digestSource(sqlite: Sqlite.Database, { name, columns }: MovedTable): Digest {
  const texts = sqlite.prepare<[], string>(`select ${rowText.sqlite(columns)} from "${name}"`).pluck()
  let rows = 0
  let sum = 0n
  for (const text of texts.iterate()) {
    if (text.includes('\0'))
      throw new MoveError(
        `A row of ${name} contains the character U+0000, which Postgres cannot store: ${text.slice(0, 60)}… Remove it, then run this again.`,
      )
    rows++
    sum += BigInt(hash('sha256', text, 'buffer').readUIntBE(0, DIGEST_BYTES))
  }
  return { rows, checksum: String(sum) }
}

export async function digestTarget(client: ClientBase, { name, columns }: MovedTable): Promise<Digest> {
  const bytes = `substring(sha256(convert_to(${rowText.postgres(columns)}, 'UTF8')) for ${DIGEST_BYTES})`
  const { rows } = await client.query<Digest>(
    `select count(*) as rows, coalesce(sum(('x' || encode(${bytes}, 'hex'))::bit(${DIGEST_BYTES * 8})::bigint), 0)::text as checksum
      from "${name}"`,
  )
  return rows[0]!
}
