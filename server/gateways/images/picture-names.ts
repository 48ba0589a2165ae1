export const imageSizes = ['thumb', 'medium', 'full'] as const

export type ImageSize = (typeof imageSizes)[number]

/** What a picture is called wherever it is kept, and below `/images`. */
export function pictureName(hash: string, size: ImageSize): string {
  return `${hash.slice(0, 2)}/${hash}-${size}.webp`
}

/** Of one that `pictureName` has made; null of any other name. */
export function hashOfName(name: string): string | null {
  return /^([0-9a-f]{2})\/(\1[0-9a-f]{62})-(?:thumb|medium|full)\.webp$/.exec(name)?.[2] ?? null
}
