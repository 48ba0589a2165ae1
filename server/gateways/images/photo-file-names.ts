export const imageSizes = ['thumb', 'medium', 'full'] as const

export type ImageSize = (typeof imageSizes)[number]

/** Returns a photo's name in every store, which is also its path below `/images`. */
export function getPhotoName(hash: string, size: ImageSize): string {
  return `${hash.slice(0, 2)}/${hash}-${size}.webp`
}

/** Returns the name of a photo's full-size JPEG, for software that doesn't support WebP. */
export function getJpegName(hash: string): string {
  return `${hash.slice(0, 2)}/${hash}-full.jpg`
}

export function isJpegName(name: string): boolean {
  return name.endsWith('.jpg')
}

export function hashFileName(name: string): string | null {
  return /^([0-9a-f]{2})\/(\1[0-9a-f]{62})-(?:(?:thumb|medium|full)\.webp|full\.jpg)$/.exec(name)?.[2] ?? null
}
