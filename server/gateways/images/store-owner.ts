/** The installation that a folder or bucket of photos belongs to. */
export interface StoreOwner {
  installationId: string
  /** Number of sweeps that the installation has run. A database with a lower number is an older copy. */
  sweeps: number
}

/** The name of the file or object that contains the owner, stored next to the photos. */
export const OWNER_NAME = 'installation-id'

/** The owner of photos that are older than the database, which does not list them. */
export const UNKNOWN_OWNER: StoreOwner = { installationId: 'unknown', sweeps: 0 }

export function formatOwner({ installationId, sweeps }: StoreOwner): Buffer {
  return Buffer.from(`${installationId}\n${sweeps}\n`)
}

/**
 * Parses the output of `formatOwner`, or an installation ID without a count, which an operator may have
 * written.
 */
export function parseOwner(bytes: Uint8Array): StoreOwner {
  const [installationId = '', sweeps = '0'] = Buffer.from(bytes).toString('utf8').trim().split(/\s+/)
  return { installationId, sweeps: Number(sweeps) || 0 }
}
