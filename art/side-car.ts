import type { CarBody } from './bodies.ts'
import type { Frame } from './geometry.ts'
import type { Trim } from './looks.ts'
import type { Paint } from './paints.ts'
import type { Ids } from './svg.ts'

export interface SideCar {
  body: CarBody
  trim: Trim
  paint: Paint
  frame: Frame
  ids: Ids
  arch: WheelArch
}

/**
 * The opening around a wheel: its radius, the height at which its ends meet the sill, and half the distance
 * between them.
 */
export interface WheelArch {
  radius: number
  foot: number
  halfWidth: number
}
