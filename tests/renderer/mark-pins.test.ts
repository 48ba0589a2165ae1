import { describe, expect, it } from 'vitest'
import { findPressedPin, spreadPins } from '../../src-renderer/features/cars/mark-pins.ts'

const small = { width: 92, height: 70 }
const smallestDistance = (pins: { x: number; y: number }[], { width, height }: typeof small) =>
  Math.min(
    ...pins.flatMap((a, index) =>
      pins.slice(index + 1).map((b) => Math.hypot(((a.x - b.x) / 100) * width, ((a.y - b.y) / 100) * height)),
    ),
  )

describe('the pins of marks', () => {
  it('stay at their marks if they don’t cover each other', () => {
    const pins = [
      { x: 10, y: 50 },
      { x: 60, y: 50 },
    ]
    expect(spreadPins(pins, small)).toEqual(pins)
  })

  it.each([
    ['at the same point', Array.from({ length: 6 }, () => ({ x: 50, y: 50 }))],
    ['in a corner', Array.from({ length: 5 }, () => ({ x: 100, y: 100 }))],
    ['in a row', Array.from({ length: 8 }, (_, index) => ({ x: 40 + index, y: 50 }))],
  ])('are moved apart within the drawing if they lie %s', (_, pins) => {
    const spread = spreadPins(pins, small)
    expect(smallestDistance(spread, small)).toBeGreaterThan(18)
    for (const { x, y } of spread) for (const part of [x, y]) expect(part >= 0 && part <= 100).toBe(true)
  })

  it('are pressed within 22 pixels: the nearest pin, or the top pin at the same distance', () => {
    const drawing = {
      getBoundingClientRect: () => ({ left: 10, top: 20, width: 200, height: 100 }),
    } as Element
    const pins = [20, 30, 30, 80].map((x, index) => ({ x, y: 50, index }))
    const pressAt = (x: number) => findPressedPin(pins, drawing, { clientX: 10 + x, clientY: 70 })?.index
    expect([49, 51, 82, 83, 138, 182].map(pressAt)).toEqual([0, 2, 2, undefined, 3, 3])
  })
})
