import { drawOn, scaleDown } from '../../ui/form/scale-down.ts'
import { HINT_EDGE, SMALL_EDGE, listPhotoHints } from './photo-hints.ts'

/** Decodes a photo and returns advice about it, or none if the photo can't be decoded. */
export async function readPhotoHints(file: File): Promise<string[]> {
  const photo = await scaleDown(file, SMALL_EDGE).catch(() => null)
  if (!photo) return []
  const { width, height } = photo
  const scale = Math.min(1, HINT_EDGE / Math.max(width, height))
  const reduced = await createImageBitmap(photo, {
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: 'medium',
  })
  photo.close()
  const canvas = drawOn(document.createElement('canvas'), reduced)
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
  return pixels ? listPhotoHints(pixels, { width, height }) : []
}
