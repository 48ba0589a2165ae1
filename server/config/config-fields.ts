import { isIP } from 'node:net'
import * as z from 'zod'
import { limits, type LimitClass } from '../../contract/api/limits.ts'
import { readPostgresAddress } from './postgres-address.ts'

export const port = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(1, 'must be a port number')
  .max(65_535, 'must be a port number')

/** An IP address or host name of this machine. IPv6 addresses have no brackets. */
export const listenHost = z
  .string()
  .refine(
    (host) => isIP(host) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host),
    'must be an address to listen on, such as 127.0.0.1 or ::1',
  )

export const onOrOff = z.enum(['on', 'off'], 'must be on or off')

/** An HTTP or HTTPS URL. Trailing slashes are removed. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://cars.example' })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))

/** HTTPS URLs, separated by commas. */
export const downloadAddresses = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim()))
  .pipe(
    z.array(z.url({ protocol: /^https$/, error: 'must be https addresses of files, separated by commas' })),
  )

export const mailAddress = z.url({
  protocol: /^smtps?$/,
  error: 'must be an address such as smtps://user:password@mail.example:465',
})

/**
 * A bucket name according to Amazon's rules (docs.aws.amazon.com/AmazonS3, "bucket naming rules"), which
 * compatible stores share.
 */
export const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket’s name, such as kerblight-photos')

export const databaseLocation = z.string().transform((address, { addIssue }) => {
  const postgres = readPostgresAddress(address)
  if (typeof postgres === 'string') addIssue(postgres)
  else if (postgres) return { postgres, file: null }
  else if (/^((sqlite:|file:)?[^:]+|:memory:)$/.test(address))
    return { postgres, file: address.replace(/^(sqlite:|file:)(\/\/)?/, '') }
  else
    addIssue(
      'must be the path of a SQLite file, such as file:/var/lib/kerblight/kerblight.db, or an address such as postgres://user:password@host/kerblight',
    )
  return z.NEVER
})

export const postgresAddress = z.string().transform((address, { addIssue }) => {
  const postgres = readPostgresAddress(address)
  if (postgres !== null && typeof postgres !== 'string') return postgres
  addIssue(postgres ?? 'must be an address such as postgres://user:password@host/kerblight')
  return z.NEVER
})

/** A project ID according to Google's rules (cloud.google.com/resource-manager, "Creating a project"). */
export const projectId = z
  .string()
  .regex(
    /^(?!your-)[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
    'must be the ID of a Firebase project, such as cars-1a2b3',
  )

export const contactEmail = z
  .email('must be an address such as hello@cars.example')
  .max(254, 'must be at most 254 characters')

export const contactPhone = createSingleLineField(40).regex(
  /^\+?[\d ().-]*(\d[ ().-]*){7}$/,
  'must be a phone number such as (503) 555-0142',
)

export function createSingleLineField(max: number) {
  return z
    .string()
    .trim()
    .regex(/^\P{Cc}*$/u, 'must be one line')
    .max(max, `must be at most ${max} characters`)
}

export function count(max: number) {
  const message = `must be a whole number from 1 to ${max}`
  return z.coerce.number(message).int(message).min(1, message).max(max, message)
}

export const loopback = z
  .string()
  .refine(
    (value) => /^(127\.0\.0\.1|localhost):\d+$/.test(value) && port.safeParse(value.split(':')[1]).success,
    'must be a loopback address with a port, such as 127.0.0.1:9099',
  )

/** Number of requests per window that each limit class allows each kind of caller. */
export type LimitShares = Record<LimitClass, { ip?: number; user?: number; seller?: number; seconds: number }>

const shareNames = ['ip', 'user', 'seller'] as const

/**
 * The rate limits: `W1=60` sets all shares of a class, `J.ip=90` only one. All others keep the contract's
 * limits.
 */
export const limitShares = z.string().transform((value, ctx): LimitShares => {
  const shares: LimitShares = structuredClone(limits)
  for (const setting of value.split(',').filter((part) => part.trim())) {
    const [, name, share, number] = /^\s*(\w+)(?:\.(\w+))?\s*=\s*([1-9]\d{0,8})\s*$/.exec(setting) ?? []
    const entry = name && Object.hasOwn(shares, name) ? shares[name as LimitClass] : null
    const names = shareNames.filter(
      (shareName) => entry?.[shareName] !== undefined && (share === undefined || share === shareName),
    )
    if (!entry || names.length === 0)
      ctx.addIssue(`cannot read "${setting.trim()}"; write limits as R0=600,J.ip=60`)
    else for (const shareName of names) entry[shareName] = Number(number)
  }
  return shares
})

/**
 * Returns the names of the shares, such as `R0.ip`, that exceed those of the contract by more than the given
 * factor.
 */
export function listSharesBeyond(factor: number, shares: LimitShares): string[] {
  const contractLimits: LimitShares = limits
  return (Object.keys(contractLimits) as LimitClass[]).flatMap((name) =>
    shareNames
      .filter((share) => (shares[name][share] ?? 0) > (contractLimits[name][share] ?? 0) * factor)
      .map((share) => `${name}.${share}`),
  )
}
