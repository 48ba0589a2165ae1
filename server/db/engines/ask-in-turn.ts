import { DatabaseError, type Client, type QueryResult, type QueryResultRow } from 'pg'

/** Asks over one connection. @param values taken when it is its turn */
export type Ask = <Row extends QueryResultRow>(
  text: string,
  values?: () => unknown[],
) => Promise<QueryResult<Row>>

/** One query after the other. @param onSilence told where one is not answered */
export function askInTurn(client: Client, onSilence: () => void): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return <Row extends QueryResultRow>(text: string, values: () => unknown[] = () => []) => {
    const mine = last.then(() => client.query<Row>(text, values()))
    last = mine.catch((error: unknown) => {
      if (!(error instanceof DatabaseError)) onSilence()
    })
    return mine
  }
}
