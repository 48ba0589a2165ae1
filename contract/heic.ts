export const HEIC_REFUSED = 'HEIC photos can’t be read. Save it as JPEG, and choose that.'

/** Tells a HEIC photo by its name, too: browsers on most systems do not know the type. */
export function isHeic({ type, name }: { type: string; name: string }): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}
