/** What an index is made of, where it is more than columns. */

/** Letters alike from a to z, small or capital; and a fact within JSON. */
export function indexForPostgres(statement: string): string {
  return statement
    .replace(/(\w+) collate nocase/gi, 'lower($1)')
    .replace(/(\w+) ->> '\$\.(\w+)'/g, "json_text($1, '$2')")
}
