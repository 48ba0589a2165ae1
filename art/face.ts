import type { CarBody } from './bodies.ts'
import type { Frame, Point } from './geometry.ts'
import type { CarLook } from '../server/seed/demo-looks.ts'
import type { Trim } from './looks.ts'
import type { Paint } from './paints.ts'
import type { Ids } from './svg.ts'
import { path, rect } from './svg.ts'

export type Side = 1 | -1

/**
 * The dimensions in millimeters of a car seen from the front or rear. They are measured from its center line
 * and the ground.
 */
export interface Face {
  half: number
  roofHalf: number
  roof: number
  belt: number
  hood: number
  nose: number
  low: number
  body: CarBody
  look: CarLook
  trim: Trim
  paint: Paint
  frame: Frame
  ids: Ids
  isRear: boolean
}

export function bothSides(draw: (side: Side) => string): string {
  return draw(-1) + draw(1)
}

/** Returns the height of the painted bumper's lower edge. Off-road cars have a dark strip below it. */
export function bumperFoot({ low, body }: Face): number {
  return low + (body.hasCladding ? 150 : 70)
}

/**
 * Draws a symmetrical part. `half` lists the right side of its outline from top to bottom: the share of the
 * car's half width, and the height.
 */
export function panel(
  { half: width, frame }: Face,
  half: readonly Point[],
  attributes: Record<string, string | number>,
): string {
  const right = half.map(([x, y]): Point => [x * width, y])
  const left = right.map(([x, y]): Point => [-x, y]).toReversed()
  return path(`${frame.line(...right, ...left)}Z`, { 'stroke-linejoin': 'round', ...attributes })
}

/** Draws horizontal lines across the center, each with a height and the share of the half width it reaches. */
export function bars({ half, frame }: Face, lines: readonly Point[]): string {
  return lines.map(([x, y]) => frame.line([-half * x, y], [half * x, y])).join('')
}

export function licensePlate({ frame, trim }: Face, y: number, width: number, height: number): string {
  const [left, top] = [frame.x(-width / 2), frame.y(y)]
  return (
    rect(left, top, frame.size(width), frame.size(height), { rx: 3, fill: '#f4f6f8', stroke: '#9aa4ae' }) +
    rect(left + 3, top + 3, frame.size(width) - 6, frame.size(height) * 0.17, {
      rx: 1.5,
      fill: trim.plateBand,
    })
  )
}
