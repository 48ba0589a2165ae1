import { createHash, randomUUID } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Encoder } from './encoder.ts'
import type { ImageGateway } from './images.ts'

export const imageSizes = ['thumb', 'medium', 'full'] as const

type ImageSize = (typeof imageSizes)[number]

/** A file as it lies below `DATA_DIR/images` and is served below `/images`. */
export function imagePath(hash: string, size: ImageSize): string {
  return `${hash.slice(0, 2)}/${hash}-${size}.webp`
}

const RECENT_MS = 3600_000
const TEMPORARY = /\.tmp$/

/** Keeps pictures in the data folder under their hash: the same picture twice is one file. */
export function createLocalHost(dataDir: string, encoder: Encoder): ImageGateway {
  const root = join(dataDir, 'images')
  return {
    async store(picture, whose) {
      const hash = createHash('sha256').update(picture).digest('hex')
      const encoded = await encoder.encode(picture, whose)
      await mkdir(join(root, hash.slice(0, 2)), { recursive: true })
      for (const size of imageSizes) await writeWhole(join(root, imagePath(hash, size)), encoded[size])
      return {
        hash,
        url: `/images/${imagePath(hash, 'full')}`,
        mediumUrl: `/images/${imagePath(hash, 'medium')}`,
        thumbUrl: `/images/${imagePath(hash, 'thumb')}`,
        width: encoded.width,
        height: encoded.height,
        bytes: encoded.full.byteLength,
      }
    },

    async *listStored() {
      for (const folder of await namesIn(root)) {
        const names = await namesIn(join(root, folder))
        for (const name of names.filter((name) => TEMPORARY.test(name)))
          removeUnlessRecent(join(root, folder, name))
        const hashes = names.flatMap((name) => /^([0-9a-f]{64})-/.exec(name)?.[1] ?? [])
        yield [...new Set(hashes)]
      }
    },

    async remove(hash) {
      for (const size of imageSizes) removeUnlessRecent(join(root, imagePath(hash, size)))
    },

    close: () => encoder.close(),
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
