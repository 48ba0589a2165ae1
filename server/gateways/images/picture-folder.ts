import { randomUUID } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashOfName } from './picture-names.ts'
import { RECENT_MS, type PictureStore } from './picture-store.ts'

const TEMPORARY = /\.tmp$/

export function pictureFolder(dataDir: string): string {
  return join(dataDir, 'images')
}

/** Keeps pictures in `DATA_DIR/images`. */
export function createPictureFolder(dataDir: string): PictureStore {
  const root = pictureFolder(dataDir)
  return {
    // One process looks and removes in one breath.
    hashFor: (hash) => Promise.resolve(hash),

    async put(name, bytes) {
      const file = join(root, name)
      await mkdir(dirname(file), { recursive: true })
      await writeWhole(file, bytes)
    },

    find: () => Promise.resolve({ folder: root }),

    async *list() {
      for (const folder of await namesIn(root)) {
        const names = (await namesIn(join(root, folder))).map((name) => `${folder}/${name}`)
        for (const name of names.filter((name) => TEMPORARY.test(name))) removeUnlessRecent(join(root, name))
        yield names.filter((name) => hashOfName(name) !== null)
      }
    },

    async remove(name) {
      removeUnlessRecent(join(root, name))
    },

    close: () => Promise.resolve(),
  }
}

/** On disk under another name first, so that a kill at any moment leaves no half picture. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** In one breath, so that no upload of the same picture comes between the look and the removal. */
function removeUnlessRecent(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found && found.mtimeMs < Date.now() - RECENT_MS) rmSync(file, { force: true })
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
