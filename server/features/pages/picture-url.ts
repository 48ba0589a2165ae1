/** The whole address of a car's picture, or null where it is none that others can load. */
export function pictureUrl(image: string, publicUrl: string): string | null {
  const url = URL.parse(image, publicUrl)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
