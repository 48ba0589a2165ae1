export const imageSizes = ['thumb', 'medium', 'full'] as const

export type ImageSize = (typeof imageSizes)[number]

/** What a picture is called wherever it is kept, and below `/images`. */
export function pictureName(hash: string, size: ImageSize): string {
  return `${hash.slice(0, 2)}/${hash}-${size}.webp`
}

/** The full size once more, for programs that read no WebP. */
export function jpegName(hash: string): string {
  return `${hash.slice(0, 2)}/${hash}-full.jpg`
}

export function isJpegName(name: string): boolean {
  return name.endsWith('.jpg')
}

/** Of one that `pictureName` or `jpegName` has made; null of any other name. */
export function hashOfName(name: string): string | null {
  return /^([0-9a-f]{2})\/(\1[0-9a-f]{62})-(?:(?:thumb|medium|full)\.webp|full\.jpg)$/.exec(name)?.[2] ?? null
}
