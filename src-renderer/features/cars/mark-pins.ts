interface Point {
  x: number
  y: number
}

/** The distance in pixels from a pin's middle within which a press selects the pin: half of a target of 44 pixels. */
const TARGET_RADIUS = 22
/** The width and height of a pin in pixels. */
const PIN_SIZE = 26
/** The rounds that move pins apart. A crowded drawing keeps some overlaps. */
const ROUNDS = 40
/** The angle in radians by which pins turn around each other when they move apart. */
const TURN = 0.3

/**
 * Returns the pin that a press selects, if any. Where targets overlap, this is the nearest pin, or else the one on top.
 * @param pins points in percent of the drawing, the one on top last
 */
export function findPressedPin<Pin extends Point>(
  pins: readonly Pin[],
  drawing: Element,
  { clientX, clientY }: { clientX: number; clientY: number },
): Pin | undefined {
  const { left, top, width, height } = drawing.getBoundingClientRect()
  const distance = ({ x, y }: Point) =>
    Math.hypot(left + (x / 100) * width - clientX, top + (y / 100) * height - clientY)
  const [nearest] = pins.toReversed().toSorted((a, b) => distance(a) - distance(b))
  return nearest && distance(nearest) <= TARGET_RADIUS ? nearest : undefined
}

/** Moves pins apart that would cover each other's number. Takes and returns points in percent of the drawing. */
export function spreadPins<Pin extends Point>(
  pins: readonly Pin[],
  { width, height }: { width: number; height: number },
): Pin[] {
  if (width === 0 || height === 0) return [...pins]
  const limit = (pixels: number, size: number) => Math.min(size, Math.max(0, pixels))
  const points = pins.map(({ x, y }) => ({ x: (x / 100) * width, y: (y / 100) * height }))
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, second] of points.entries())
      for (const first of points.slice(0, index)) {
        const { x, y } = offsetBetween(first, second, index)
        Object.assign(first, { x: limit(first.x - x, width), y: limit(first.y - y, height) })
        Object.assign(second, { x: limit(second.x + x, width), y: limit(second.y + y, height) })
      }
  return pins.map((pin, index) => ({
    ...pin,
    x: (points[index]!.x / width) * 100,
    y: (points[index]!.y / height) * 100,
  }))
}

/** Returns how far each of two points has to move from the other, in pixels. */
function offsetBetween(first: Point, second: Point, index: number): Point {
  const [x, y] = [second.x - first.x, second.y - first.y]
  const distance = Math.max(Math.abs(x), Math.abs(y))
  if (distance >= PIN_SIZE) return { x: 0, y: 0 }
  // Pins at the same point leave it in different directions, and pins in a row also leave the row.
  const angle = distance === 0 ? index : Math.atan2(y, x) + TURN
  const step = (PIN_SIZE - distance) / 2
  return { x: Math.cos(angle) * step, y: Math.sin(angle) * step }
}
