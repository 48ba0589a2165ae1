/** Identifies the installation that a folder or bucket of pictures belongs to. */
export interface StoreOwner {
  installationId: string
  /** Counts the sweeps of that installation, so that an older copy of its database can be recognized. */
  sweeps: number
}

/** Names the file or object that holds the owner, beside the pictures. */
export const OWNER_NAME = 'installation-id'

/** Belongs to no installation: the pictures were there before a database that does not know them. */
export const UNKNOWN_OWNER: StoreOwner = { installationId: 'unknown', sweeps: 0 }

export function formatOwner({ installationId, sweeps }: StoreOwner): Buffer {
  return Buffer.from(`${installationId}\n${sweeps}\n`)
}

/** Reads what `formatOwner` wrote, or an ID that the operator wrote alone. */
export function parseOwner(bytes: Uint8Array): StoreOwner {
  const [installationId = '', sweeps = '0'] = Buffer.from(bytes).toString('utf8').trim().split(/\s+/)
  return { installationId, sweeps: Number(sweeps) || 0 }
}
