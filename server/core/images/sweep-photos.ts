import type { Context } from '../../context.ts'
import { PHOTOS_STAY_MS } from '../../db/restored-installation.ts'
import type { Db } from '../../db/tables.ts'
import { hashFileName } from '../../gateways/images/photo-file-names.ts'
import { OWNER_NAME, UNKNOWN_OWNER, type StoreOwner } from '../../gateways/images/store-owner.ts'
import { isInUse, removePhoto, type SweptStore } from '../../gateways/images/swept-store.ts'
import { readInstallation, updateInstallation, type Installation } from './installation.repository.ts'
import {
  deleteOrphan,
  deleteReferencedOrphans,
  listOrphans,
  listReleased,
  recordOrphans,
} from './orphan.repository.ts'
import { findReferencedHashes } from './upload.repository.ts'

type SweepContext = Pick<Context, 'db' | 'images' | 'log' | 'now'>

export interface RemovedFiles {
  /** Number of files whose uploads the server had removed. */
  released: number
  /** Number of files that had no upload in the database. */
  orphaned: number
}

const MAX_FILES = 100
const MAX_SHARE = 0.05

/**
 * Removes unused photos. Photos whose uploads the server removed are deleted immediately. Photos without an
 * upload are retained for seven days, in case the database is an older copy, and then deleted a few at a
 * time. Another installation's photos are never touched.
 * @param knowsPhotos false for a database without uploads
 */
export async function sweepPhotos(ctx: SweepContext, knowsPhotos: boolean): Promise<RemovedFiles> {
  const { db, now } = ctx
  const storedInstallation = await readInstallation(db)
  const owned = await listOwned(ctx, storedInstallation, knowsPhotos)
  const installation = await catchUp(
    ctx,
    storedInstallation,
    Math.max(0, ...owned.map(({ owner }) => owner.sweeps)),
  )
  const stores = owned.map(({ store }) => store)
  const files = await recordAll(db, stores, now())
  if (installation.sweepAfter !== null && installation.sweepAfter > now()) return { released: 0, orphaned: 0 }
  const sweeps = installation.sweeps + 1
  // The database is updated first. If the reverse order were interrupted, the database would look like an
  // older copy.
  await updateInstallation(db, { sweeps, sweepAfter: null })
  for (const store of stores) await store.writeOwner({ installationId: installation.id, sweeps })

  const released = await removeAll(db, stores, await listReleased(db), Infinity)
  const seenBefore = new Date(now().getTime() - PHOTOS_STAY_MS)
  const maxFiles = Math.max(1, Math.min(MAX_FILES, Math.floor(files * MAX_SHARE)))
  const orphaned = await removeAll(db, stores, await listOrphans(db, seenBefore), maxFiles)
  return { released, orphaned }
}

interface OwnedStore {
  store: SweptStore
  owner: StoreOwner
}

/** Lists the stores that belong to this installation. A store without an owner gets one first. */
async function listOwned(
  { images, log }: SweepContext,
  { id, sweeps }: Installation,
  knowsPhotos: boolean,
): Promise<OwnedStore[]> {
  const owned: OwnedStore[] = []
  for (const store of images.swept) {
    const owner =
      (await store.readOwner()) ?? (await claim(store, { installationId: id, sweeps }, knowsPhotos))
    if (owner.installationId === id) owned.push({ store, owner })
    else warnOnce(log, store, owner, id)
  }
  return owned
}

/**
 * Sets a store's owner. A database without uploads does not know whose photos the store already contains, so
 * it records the owner as unknown.
 */
async function claim(store: SweptStore, newOwner: StoreOwner, knowsPhotos: boolean): Promise<StoreOwner> {
  const owner = knowsPhotos || !(await isInUse(store)) ? newOwner : UNKNOWN_OWNER
  await store.writeOwner(owner)
  return owner
}

const warnedStores = new WeakSet<SweptStore>()

function warnOnce(log: Context['log'], store: SweptStore, owner: StoreOwner, id: string): void {
  if (warnedStores.has(store)) return
  warnedStores.add(store)
  log.warn(
    { owner: owner.installationId, installation: id },
    `The photos in ${store.name} belong to another installation than this database, so unused photos there are not removed. If the database was lost, restore its backup. If another installation uses them, set DATA_DIR or IMAGE_S3_BUCKET to a place of this installation’s own. To make them this installation’s, write ${id} into ${OWNER_NAME} there.`,
  )
}

/**
 * Postpones removal if the store has seen more sweeps than the database. The database is then an older copy,
 * or another server uses a copy with the same ID.
 */
async function catchUp(
  { db, log, now }: SweepContext,
  installation: Installation,
  sweeps: number,
): Promise<Installation> {
  if (sweeps <= installation.sweeps) return installation
  const sweepAfter = new Date(now().getTime() + PHOTOS_STAY_MS)
  await updateInstallation(db, { sweeps, sweepAfter })
  log.warn(
    { sweepAfter },
    'The database is older than its photos, or a copy of it is in use elsewhere: no photo is removed for 7 days. Give a copy an ID of its own with npm run restore -- --new-installation FILE.',
  )
  return { ...installation, sweeps, sweepAfter }
}

/**
 * Records the orphaned photos of all stores.
 * @returns the number of stored files
 */
async function recordAll(db: Db, stores: readonly SweptStore[], now: Date): Promise<number> {
  let files = 0
  await deleteReferencedOrphans(db)
  for (const store of stores)
    for await (const names of store.list()) {
      files += names.length
      await recordOrphans(db, [...new Set(names.flatMap((name) => hashFileName(name) ?? []))], now)
    }
  return files
}

/**
 * Removes the photos' files, up to `maxFiles` of them.
 * @returns the number of removed files
 */
async function removeAll(
  db: Db,
  stores: readonly SweptStore[],
  hashes: readonly string[],
  maxFiles: number,
): Promise<number> {
  let files = 0
  for (const hash of hashes) {
    if (files >= maxFiles) break
    files += await removeUnused(db, stores, hash, maxFiles - files)
  }
  return files
}

async function removeUnused(
  db: Db,
  stores: readonly SweptStore[],
  hash: string,
  maxFiles: number,
): Promise<number> {
  // The photo may have been uploaded again since it was listed.
  if ((await findReferencedHashes(db, [hash])).size > 0) {
    await deleteOrphan(db, hash)
    return 0
  }
  let files = 0
  let isComplete = true
  for (const store of stores) {
    const removal = await removePhoto(store, hash, maxFiles - files)
    files += removal.files
    isComplete &&= removal.isComplete
  }
  if (isComplete) await deleteOrphan(db, hash)
  return files
}
