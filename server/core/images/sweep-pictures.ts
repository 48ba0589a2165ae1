import type { Context } from '../../context.ts'
import { PHOTOS_STAY_MS } from '../../db/restored-installation.ts'
import type { Db } from '../../db/tables.ts'
import { hashOfName } from '../../gateways/images/picture-names.ts'
import { OWNER_NAME, UNKNOWN_OWNER, type StoreOwner } from '../../gateways/images/store-owner.ts'
import { isInUse, removePicture, type SweptStore } from '../../gateways/images/swept-store.ts'
import { readInstallation, updateInstallation, type Installation } from './installation.repository.ts'
import {
  deleteOrphan,
  deleteReferencedOrphans,
  listOrphans,
  listReleased,
  recordOrphans,
} from './orphan.repository.ts'
import { referredHashes } from './upload.repository.ts'

type SweepContext = Pick<Context, 'db' | 'images' | 'log' | 'now'>

/** The numbers of removed files, by reason. */
export interface RemovedFiles {
  /** Number of files whose uploads the server had removed. */
  released: number
  /** Number of files that had no upload in the database. */
  orphaned: number
}

const MOST_FILES = 100
const MOST_SHARE = 0.05

/**
 * Removes photos that are no longer used. Photos whose uploads the server removed are deleted immediately.
 * Photos without an upload are retained for seven days, because the database may be an older copy, and are
 * then deleted a few at a time. Another installation's photos are never touched.
 * @param knowsPictures false for a database without uploads
 */
export async function sweepPictures(ctx: SweepContext, knowsPictures: boolean): Promise<RemovedFiles> {
  const { db, now } = ctx
  const found = await readInstallation(db)
  const owned = await listOwned(ctx, found, knowsPictures)
  const installation = await catchUp(ctx, found, Math.max(0, ...owned.map(({ owner }) => owner.sweeps)))
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
  const most = Math.max(1, Math.min(MOST_FILES, Math.floor(files * MOST_SHARE)))
  const orphaned = await removeAll(db, stores, await listOrphans(db, seenBefore), most)
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
  knowsPictures: boolean,
): Promise<OwnedStore[]> {
  const owned: OwnedStore[] = []
  for (const store of images.swept) {
    const owner =
      (await store.readOwner()) ?? (await claim(store, { installationId: id, sweeps }, knowsPictures))
    if (owner.installationId === id) owned.push({ store, owner })
    else warnOnce(log, store, owner, id)
  }
  return owned
}

/**
 * Sets the owner of a store. A database without uploads has no record of whose photos are already in the
 * store, so their owner is recorded as unknown.
 */
async function claim(store: SweptStore, own: StoreOwner, knowsPictures: boolean): Promise<StoreOwner> {
  const owner = knowsPictures || !(await isInUse(store)) ? own : UNKNOWN_OWNER
  await store.writeOwner(owner)
  return owner
}

const warned = new WeakSet<SweptStore>()

function warnOnce(log: Context['log'], store: SweptStore, owner: StoreOwner, id: string): void {
  if (warned.has(store)) return
  warned.add(store)
  log.warn(
    { owner: owner.installationId, installation: id },
    `The photos in ${store.name} belong to another installation than this database, so unused photos there are not removed. If the database was lost, restore its backup. If another installation uses them, set DATA_DIR or IMAGE_S3_BUCKET to a place of this installation’s own. To make them this installation’s, write ${id} into ${OWNER_NAME} there.`,
  )
}

/**
 * Postpones removal if the store has seen more sweeps than the database. In that case, the database is an
 * older copy, or another server uses a copy with the same ID.
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
 * Records all photos that have no upload.
 * @returns the number of stored files
 */
async function recordAll(db: Db, stores: readonly SweptStore[], now: Date): Promise<number> {
  let files = 0
  await deleteReferencedOrphans(db)
  for (const store of stores)
    for await (const names of store.list()) {
      files += names.length
      await recordOrphans(db, [...new Set(names.flatMap((name) => hashOfName(name) ?? []))], now)
    }
  return files
}

/**
 * Removes the files of photos, up to a number of files.
 * @returns the number of removed files
 */
async function removeAll(
  db: Db,
  stores: readonly SweptStore[],
  hashes: readonly string[],
  most: number,
): Promise<number> {
  let files = 0
  for (const hash of hashes) {
    if (files >= most) break
    files += await removeUnused(db, stores, hash, most - files)
  }
  return files
}

async function removeUnused(
  db: Db,
  stores: readonly SweptStore[],
  hash: string,
  most: number,
): Promise<number> {
  // The photo may have been uploaded again in the meantime.
  if ((await referredHashes(db, [hash])).size > 0) {
    await deleteOrphan(db, hash)
    return 0
  }
  let files = 0
  let isComplete = true
  for (const store of stores) {
    const removal = await removePicture(store, hash, most - files)
    files += removal.files
    isComplete &&= removal.isComplete
  }
  if (isComplete) await deleteOrphan(db, hash)
  return files
}
