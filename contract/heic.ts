export const HEIC_REFUSED = 'HEIC photos can’t be read. Save it as JPEG, and choose that.'

/**
 * Reports whether a photo is HEIC. On most systems, browsers don't know the media type, so the file name is also
 * checked.
 */
export function isHeic({ type, name }: { type: string; name: string }): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}
