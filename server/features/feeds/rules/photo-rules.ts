import { createExclusion, createWarning, type Rule } from './reason.ts'

/**
 * Returns the rules for photos.
 * @param pixels the minimum width and height of the first photo
 */
export function photoRules(
  receiver: string,
  { isNeeded, pixels }: { isNeeded: boolean; pixels: number },
): readonly Rule[] {
  return [hasPhoto, isLarge]

  function hasPhoto(...[{ photos }]: Parameters<Rule>): ReturnType<Rule> {
    if (photos.length > 0) return null
    if (isNeeded) return createExclusion('images', `${receiver} needs a photo of the car.`, 'Add a photo.')
    return createWarning('images', `${receiver} shows cars without a photo last.`, 'Add a photo.')
  }

  function isLarge(...[{ photos }]: Parameters<Rule>): ReturnType<Rule> {
    const size = photos[0]?.size
    if (!size || (size.width >= pixels && size.height >= pixels)) return null
    const message = `${receiver} wants photos of at least ${pixels} × ${pixels} pixels. The first has ${size.width} × ${size.height}.`
    return createWarning('images', message, 'Begin with a larger photo.')
  }
}
