import { MAX_UPLOAD_BYTES, uploadTypes } from '../../contract/images.ts'

/** Why a file is no photo that the image host takes, after its name: `is over 10 MB`; null where it may be one. */
export function photoFault({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  const isPicture = (uploadTypes as readonly string[]).includes(type)
  if (!isPicture) return 'isn’t a JPEG, PNG, or WebP photo'
  return size > MAX_UPLOAD_BYTES ? 'is over 10 MB' : null
}
