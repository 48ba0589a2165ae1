import { sql, type QueryExecutorProvider } from 'kysely'
import { engineOf, type Answers } from './engine.ts'
import { indexForPostgres } from './indexes.ts'
import {
  dropTableInPostgres,
  dropTriggerInPostgres,
  renameTableInPostgres,
  triggerForPostgres,
} from './triggers.ts'
import { declareForPostgres } from './types.ts'

/**
 * What migrations say. They are written once, as SQLite understands them; what Postgres says otherwise is told by what a
 * statement begins with.
 */
const inEngine: Answers<(statement: string) => string[]> = {
  sqlite: (statement) => [statement],
  postgres: (statement) => {
    const [verb, kind, name] = statement
      .toLowerCase()
      .replace('create unique index', 'create index')
      .split(/\s+/)
    switch (`${verb} ${kind}`) {
      case 'create trigger':
        return triggerForPostgres(statement)
      case 'drop trigger':
        return [dropTriggerInPostgres(name!)]
      case 'create index':
        return [indexForPostgres(statement)]
      case 'drop table':
        return dropTableInPostgres(name!)
      case 'create table':
        return [declareForPostgres(statement)]
      case 'alter table': {
        const [, to] = / rename to (\w+)$/.exec(statement) ?? []
        return to ? renameTableInPostgres(name!, to) : [declareForPostgres(statement)]
      }
      default:
        return [statement]
    }
  },
}

/** Runs each of these, one after the other. */
export async function runStatements(db: QueryExecutorProvider, statements: readonly string[]): Promise<void> {
  const said = statements.flatMap(inEngine[engineOf(db)])
  for (const statement of said) await sql.raw(statement).execute(db)
}
