/** The address of a Postgres database. */
export interface PostgresAddress {
  /** The URL that is passed to `pg`. It includes the password, so it must not be logged. */
  url: string
  /** The address as shown in messages, without user, password, and options. */
  shown: string
  /**
   * The URL of the connection that listens for notifications, which must bypass any pooler. The default is
   * `url`.
   */
  listenUrl?: string
}

/** Reports whether a setting is a Postgres URL, or an attempt at one. */
export function isPostgresAddress(given: string): boolean {
  return /^postgres(ql)?:\/\//i.test(given)
}

/**
 * Parses a Postgres URL.
 * @returns null if the setting is not a Postgres URL; an error message if the URL is invalid
 */
export function readPostgresAddress(given: string): PostgresAddress | string | null {
  if (!isPostgresAddress(given)) return null
  if (!URL.canParse(given)) return 'must be an address such as postgres://user:password@host:5432/kerblight'
  const url = new URL(given)
  const name = url.pathname.slice(1)
  if (url.hostname === '' && !url.searchParams.has('host')) return 'must name the host of the database server'
  if (name === '' || name.includes('/')) return 'must end in the database’s name, such as /kerblight'
  if (url.username === '') return 'must name a user, such as postgres://user:password@host/kerblight'
  const optionError = findOptionError(url.searchParams)
  if (optionError !== null) return optionError
  return { url: given, shown: `${url.protocol}//${url.host}${url.pathname}` }
}

/**
 * The options that the URL may pass to `pg`. The URL must not set the number of connections or query
 * timeouts.
 */
const options = ['host', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'uselibpqcompat']
/**
 * The accepted values of `sslmode`. `no-verify` is excluded, because it does not verify the server's
 * identity.
 */
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']

/**
 * Returns an error message if an option is unknown, repeated, or empty, or if `sslmode` is invalid. `pg` uses
 * the last of repeated options and ignores empty ones.
 */
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
