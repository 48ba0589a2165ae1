import { createHash } from 'node:crypto'
import type { Encoder } from './encoder.ts'
import type { ImageGateway } from './images.ts'
import { createJpegs } from './jpegs.ts'
import { imageSizes, isJpegName, pictureName, type ImageSize } from './picture-names.ts'
import type { PictureStore } from './picture-store.ts'

/** Keeps pictures under their hash, and serves them: the same picture twice is one. */
export function createOwnHost(pictures: PictureStore, encoder: Encoder): ImageGateway {
  const jpegs = createJpegs(pictures, encoder)
  return {
    async store(picture, whose) {
      const encoded = await encoder.encode(picture, whose)
      // Right before the pictures are put: what it says of them holds for a while only.
      const hash = await pictures.hashFor(createHash('sha256').update(picture).digest('hex'))
      for (const size of imageSizes) await pictures.put(pictureName(hash, size), encoded[size])
      const address = (size: ImageSize) => `/images/${pictureName(hash, size)}`
      return {
        hash,
        url: address('full'),
        mediumUrl: address('medium'),
        thumbUrl: address('thumb'),
        width: encoded.width,
        height: encoded.height,
        bytes: encoded.full.byteLength,
      }
    },

    find: (name, asker) => (isJpegName(name) ? jpegs.find(name, asker) : pictures.find(name)),

    swept: pictures.swept,

    async close() {
      await encoder.close()
      await pictures.close()
    },
  }
}
