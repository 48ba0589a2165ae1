export const HEIC_REFUSED = 'HEIC photos can’t be read. Save it as JPEG, and choose that.'

/** Reports whether a photo is HEIC, by its type or its name: browsers on most systems don't know the type. */
export function isHeic({ type, name }: { type: string; name: string }): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}
