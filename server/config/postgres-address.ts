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
  const fault = findOptionError(url.searchParams)
  if (fault !== null) return fault
  return { url: given, shown: `${url.protocol}//${url.host}${url.pathname}` }
}

/** What `pg` reads of an address. How many connections there are and how long a query takes is not for it to say. */
const options = ['host', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'uselibpqcompat']
/** Without `no-verify`, which asks nobody who they are. */
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']

/** Of what is given twice `pg` takes the last, and of what is empty nothing. */
function findOptionError(given: URLSearchParams): string | null {
  const names = [...given.keys()]
  const unknown = names.find((name) => !options.includes(name))
  if (unknown !== undefined)
    return `must not have the option ${unknown}: Kerblight takes ${all(options)} alone`
  const unclear = names.find((name) => given.getAll(name).length > 1 || given.get(name) === '')
  if (unclear !== undefined) return `must give the option ${unclear} once, with a value`
  const sslMode = given.get('sslmode')
  if (sslMode !== null && !sslModes.includes(sslMode)) return `must set sslmode to one of ${all(sslModes)}`
  return null
}

function all(names: string[]): string {
  return new Intl.ListFormat('en').format(names)
}
