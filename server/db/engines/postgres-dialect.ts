import {
  CompiledQuery,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type RawNode,
} from 'kysely'
import type { Pool } from 'pg'
import { onPostgres } from './either.ts'

/** What a statement of a transaction may take. */
export const STATEMENT_MS = 10_000
/** What a transaction may do nothing: it holds locks. */
const IDLE_MS = 10_000

/**
 * As SQLite's one writer has it: a transaction reads and writes as if it were alone. Of two that could not have come one
 * after the other, Postgres refuses one, which is tried again (`transactions.ts`). The limits are the transaction's own, so
 * that they hold behind a pooler, too.
 */
const BEGIN = `begin isolation level serializable;
  set local statement_timeout = ${STATEMENT_MS};
  set local idle_in_transaction_session_timeout = ${IDLE_MS}`

export function postgresDialect(pool: Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new Driver({ pool }),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  }
}

class Driver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(BEGIN))
  }
}

/** Of what is said for both engines it takes what is for this one. */
class Compiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    const own = onPostgres(node)
    if (own) this.visitNode(own)
    else super.visitRaw(node)
  }
}
