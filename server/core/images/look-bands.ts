/**
 * Maximum number of differing bits between the looks of two copies of a photo. Of two looks that differ in
 * fewer than twice as many bits as there are bands, at least one band differs in at most one bit. The
 * indexes find it unless that band is empty in one of them, as for parts of a photo without edges.
 */
export const MAX_DIFFERENT_BITS = 15

export const bandNames = [
  'look_0',
  'look_1',
  'look_2',
  'look_3',
  'look_4',
  'look_5',
  'look_6',
  'look_7',
] as const

export type LookBands = Record<(typeof bandNames)[number], number | null>

const BAND_DIGITS = 8

/** Splits a look into eight numbers of 32 bits, or nulls where no bit is set. Many photos have empty bands. */
export function splitIntoBands(look: string | null): LookBands {
  const bands = bandNames.map((name, index) => {
    const digits = look?.slice(index * BAND_DIGITS, (index + 1) * BAND_DIGITS)
    return [name, digits ? Number.parseInt(digits, 16) || null : null] as const
  })
  return Object.fromEntries(bands) as LookBands
}

/** Returns a band and all bands that differ from it in one bit, except the empty one. */
export function listNearBands(band: number): number[] {
  const flipped = Array.from({ length: BAND_DIGITS * 4 }, (_, bit) => (band ^ (1 << bit)) >>> 0)
  return [band, ...flipped].filter((near) => near !== 0)
}

/** Returns the number of bits in which two looks differ. */
export function countDifferentBits(one: LookBands, other: LookBands): number {
  return bandNames.reduce((sum, name) => sum + countBits((one[name] ?? 0) ^ (other[name] ?? 0)), 0)
}

function countBits(number: number): number {
  let count = 0
  for (let rest = number >>> 0; rest !== 0; rest = (rest & (rest - 1)) >>> 0) count += 1
  return count
}
