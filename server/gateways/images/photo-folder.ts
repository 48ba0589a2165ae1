import { randomUUID } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashFileName } from './photo-file-names.ts'
import { RECENT_MS, type PhotoStore } from './photo-store.ts'
import { formatOwner, OWNER_NAME, parseOwner } from './store-owner.ts'
import type { Removal, SweptStore } from './swept-store.ts'

const TEMPORARY = /\.tmp$/
const SUBFOLDER = /^[0-9a-f]{2}$/

export function photoFolder(dataDir: string): string {
  return join(dataDir, 'images')
}

export function createPhotoFolder(dataDir: string): PhotoStore {
  const root = photoFolder(dataDir)
  return {
    swept: [createSweptFolder(dataDir)],

    // The hash is always safe to use here, because only one process uses the folder and checks and removes
    // each file synchronously.
    hashFor: (hash) => Promise.resolve(hash),

    async put(name, bytes) {
      await writeAtomically(join(root, name), bytes)
    },

    find: () => Promise.resolve({ folder: root }),

    close: () => Promise.resolve(),
  }
}

export function createSweptFolder(dataDir: string): SweptStore {
  const root = photoFolder(dataDir)
  return {
    name: `the folder ${root}`,

    async readOwner() {
      const bytes = await readFile(join(root, OWNER_NAME)).catch(nullIfMissing)
      return bytes && parseOwner(bytes)
    },

    writeOwner: (owner) => writeAtomically(join(root, OWNER_NAME), formatOwner(owner)),

    async *list() {
      for (const folder of (await listFileNames(root)).filter((name) => SUBFOLDER.test(name))) {
        const names = (await listFileNames(join(root, folder))).map((name) => `${folder}/${name}`)
        for (const name of names.filter((name) => TEMPORARY.test(name))) removeUnlessRecent(join(root, name))
        yield names.filter((name) => hashFileName(name) !== null)
      }
    },

    async remove(name) {
      return removeUnlessRecent(join(root, name))
    },
  }
}

/** Writes a file under a temporary name first. If the process is killed, no partial photo remains. */
async function writeAtomically(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const temporaryFile = `${file}.${randomUUID()}.tmp`
  try {
    const handle = await open(temporaryFile, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporaryFile, file)
  } catch (error) {
    await rm(temporaryFile, { force: true })
    throw error
  }
}

/**
 * Checks and removes a file synchronously, so that no concurrent upload can store the same photo in between.
 */
function removeUnlessRecent(file: string): Removal {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) return 'absent'
  if (stats.mtimeMs >= Date.now() - RECENT_MS) return 'recent'
  rmSync(file, { force: true })
  return 'removed'
}

async function listFileNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullIfMissing)) ?? []
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
