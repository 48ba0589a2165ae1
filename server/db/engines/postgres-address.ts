/** Where a database is. */
export interface PostgresAddress {
  /** As `pg` takes it, password included: for no log. */
  url: string
  /** The same for people: without user, password and options. */
  shown: string
  /** Past a pooler, for the connection that listens; without it `url` is. */
  listenUrl?: string
}

/** Whether it is one, or is meant to be. */
export function isPostgresAddress(given: string): boolean {
  return /^postgres(ql)?:\/\//i.test(given)
}

/** @returns null for what is no address of Postgres; a text for one that has a fault */
export function readPostgresAddress(given: string): PostgresAddress | string | null {
  if (!isPostgresAddress(given)) return null
  if (!URL.canParse(given)) return 'must be an address such as postgres://user:password@host:5432/kerblight'
  const url = new URL(given)
  const name = url.pathname.slice(1)
  if (url.hostname === '' && !url.searchParams.has('host')) return 'must name the host of the database server'
  if (name === '' || name.includes('/')) return 'must end in the database’s name, such as /kerblight'
  if (url.username === '') return 'must name a user, such as postgres://user:password@host/kerblight'
  const unknown = [...url.searchParams.keys()].find((key) => !options.has(key))
  if (unknown !== undefined) return `must not have the option ${unknown}: Kerblight takes ${known} alone`
  return { url: given, shown: `${url.protocol}//${url.host}${url.pathname}` }
}

/** What `pg` reads of an address. How many connections there are and how long a query takes is not for it to say. */
const options = new Set(['host', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'uselibpqcompat'])
const known = new Intl.ListFormat('en').format(options)
