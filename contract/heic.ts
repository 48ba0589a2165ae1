export const HEIC_REFUSED = 'HEIC photos can’t be read. Save it as JPEG, and choose that.'

/**
 * Reports whether a photo is HEIC, by its media type or file name. On most systems, browsers don't know the
 * media type, so the name is checked, too.
 */
export function isHeic({ type, name }: { type: string; name: string }): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}
