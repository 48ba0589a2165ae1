export interface PostgresAddress {
  /** The URL for `pg`. It includes the password, so it must not be logged. */
  url: string
  /** The address for messages, without user, password, and options. */
  shown: string
  /**
   * The URL of the connection that listens for notifications, which must bypass any pooler. The default is
   * `url`.
   */
  listenUrl?: string
}

/** Reports whether a setting is a Postgres URL, even an invalid one. */
export function isPostgresAddress(setting: string): boolean {
  return /^postgres(ql)?:\/\//i.test(setting)
}

/**
 * Parses a Postgres URL.
 * @returns an error message if the URL is invalid, or null if the setting is not a Postgres URL
 */
export function readPostgresAddress(setting: string): PostgresAddress | string | null {
  if (!isPostgresAddress(setting)) return null
  if (!URL.canParse(setting)) return 'must be an address such as postgres://user:password@host:5432/kerblight'
  const url = new URL(setting)
  const name = url.pathname.slice(1)
  if (url.hostname === '' && !url.searchParams.has('host')) return 'must name the host of the database server'
  if (name === '' || name.includes('/')) return 'must end in the database’s name, such as /kerblight'
  if (url.username === '') return 'must name a user, such as postgres://user:password@host/kerblight'
  const optionError = findOptionError(url.searchParams)
  if (optionError !== null) return optionError
  return { url: setting, shown: `${url.protocol}//${url.host}${url.pathname}` }
}

/** The options that the URL may set. The number of connections and the query timeouts are not among them. */
const allowedOptions = ['host', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'uselibpqcompat']
/** The accepted values of `sslmode`. `no-verify` would not verify the server's identity. */
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']

/**
 * Returns an error message if an option is unknown, repeated, or empty, or if `sslmode` is invalid. `pg`
 * would use the last of repeated options and ignore empty ones.
 */
function findOptionError(searchParams: URLSearchParams): string | null {
  const names = [...searchParams.keys()]
  const unknown = names.find((name) => !allowedOptions.includes(name))
  if (unknown !== undefined)
    return `must not have the option ${unknown}: Kerblight supports only ${formatList(allowedOptions)}`
  const unclear = names.find((name) => searchParams.getAll(name).length > 1 || searchParams.get(name) === '')
  if (unclear !== undefined) return `must set the option ${unclear} once, with a value`
  const sslMode = searchParams.get('sslmode')
  if (sslMode !== null && !sslModes.includes(sslMode))
    return `must set sslmode to one of ${formatList(sslModes)}`
  return null
}

function formatList(names: string[]): string {
  return new Intl.ListFormat('en').format(names)
}
