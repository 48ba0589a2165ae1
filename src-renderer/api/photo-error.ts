import { isHeic } from '../../contract/heic.ts'
import { MAX_UPLOAD_BYTES, uploadTypes } from '../../contract/images.ts'

/**
 * Returns why the image host would reject a photo, as text that follows the file's name: `is over
 * 10 MB`. Returns null if it may be accepted.
 */
export function getPhotoError({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const isPhoto = (uploadTypes as readonly string[]).includes(type)
  if (!isPhoto && isHeic({ name, type })) return 'is a HEIC photo, which can’t be read: save it as JPEG'
  if (!isPhoto) return 'isn’t a JPEG, PNG, or WebP photo'
  return size > MAX_UPLOAD_BYTES ? 'is over 10 MB' : null
}
