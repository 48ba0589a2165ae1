import type { Option } from '../../contract/cars/car-choices.ts'

export type BodyType = Option<'body'>

/** A drawing of a body type: its picture's size in pixels, and the typical length of such cars in mm. */
interface BodySize {
  width: number
  height: number
  length: number
}

/**
 * The drawings in `/art/bodies/`. The car fills the picture's width except for `MARGIN` on each side, and
 * stands `MARGIN` above the lower edge. A test compares the table with the generated files.
 */
export const bodySizes: Record<BodyType, BodySize> = {
  sedan: { width: 733, height: 240, length: 4780 },
  hatch: { width: 660, height: 240, length: 4290 },
  suv: { width: 724, height: 264, length: 4720 },
  coupe: { width: 718, height: 240, length: 4680 },
  wagon: { width: 736, height: 240, length: 4800 },
  pickup: { width: 740, height: 248, length: 5480 },
  convertible: { width: 700, height: 240, length: 4560 },
  minivan: { width: 741, height: 267, length: 5000 },
  van: { width: 740, height: 288, length: 5300 },
}

/** The size in pixels of the drawings of each body's front and rear. */
export const endSize = { width: 640, height: 480 }

export const MARGIN = 8

/** The size in mm of each car's drawing area. Its lower edge is the ground. */
export const SCENE = { width: 6000, height: 2300 }

/** Returns the position of a body's picture in the scene, in mm. */
export function getScenePosition(body: BodyType) {
  const { width, height, length } = bodySizes[body]
  const scale = length / (width - 2 * MARGIN)
  return {
    x: (SCENE.width - width * scale) / 2,
    y: SCENE.height - (height - MARGIN) * scale,
    width: width * scale,
    height: height * scale,
  }
}
