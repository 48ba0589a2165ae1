import type { CarInput } from '../../../contract/cars.ts'

/**
 * The pictures in order, `image_url` first. A client that knows one picture only sends `image_url` alone: the others
 * stay as long as that one does.
 */
export function picturesOf(
  input: Pick<CarInput, 'image_url' | 'images'>,
  current: readonly string[] = [],
): string[] {
  const { image_url: first, images } = input
  if (images === undefined && (!first || first === current[0])) return [...current]
  return [...new Set([first, ...(images ?? [])].filter(Boolean))]
}
