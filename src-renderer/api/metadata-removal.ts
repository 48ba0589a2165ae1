import { stripMetadata } from './photo-metadata.ts'

/** The quality of a JPEG or WebP photo that is encoded again. */
const QUALITY = 0.92
/** Number of bytes that identify the type of a file. */
const HEADER_BYTES = 64

/**
 * Returns a photo without its location and other metadata. A photo whose metadata can't be removed losslessly
 * is encoded again. Of a file that the browser can't read, only the start remains, so that the server can
 * name its type.
 */
export async function removeMetadata(file: File): Promise<File> {
  const stripped = stripMetadata(new Uint8Array(await file.arrayBuffer()))
  if (stripped) return new File([stripped], file.name, { type: file.type })
  const encoded = await encodeAgain(file).catch(() => null)
  if (encoded) return new File([encoded], file.name, { type: encoded.type })
  return new File([file.slice(0, HEADER_BYTES)], file.name, { type: file.type })
}

async function encodeAgain(file: File): Promise<Blob> {
  const photo = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(photo.width, photo.height)
  canvas.getContext('2d')!.drawImage(photo, 0, 0)
  photo.close()
  // A browser that cannot encode WebP, such as Safari, returns a PNG photo instead.
  return canvas.convertToBlob({ type: file.type, quality: QUALITY })
}
