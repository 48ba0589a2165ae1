import { expect, it } from 'vitest'
import { BODIES } from '../../art/bodies.ts'
import { bodyPicture, END_SIZE } from '../../art/pictures.ts'
import { body } from '../../contract/cars/body-and-fuel.ts'
import { bodySizes, endSize, MARGIN, getScenePosition, SCENE } from '../../src-renderer/ui/body-sizes.ts'

it.each(body.options)('the drawing of a %s has the size in the table', (name) => {
  const [, left, , width, height] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(bodyPicture(name))!.map(Number)
  const { length, ...picture } = bodySizes[name]
  expect(left).toBeGreaterThan(0)
  expect(picture).toEqual({ width, height })
  expect(length).toBe(BODIES[name].length)
})

it('all drawings have the same scale and touch the ground', () => {
  for (const name of body.options) {
    const { x, y, width, height } = getScenePosition(name)
    const mmPerPixel = width / bodySizes[name].width
    expect(width - 2 * MARGIN * mmPerPixel).toBeCloseTo(bodySizes[name].length)
    expect(y + height - MARGIN * mmPerPixel).toBeCloseTo(SCENE.height)
    expect(x).toBeGreaterThan(0)
    expect(y).toBeGreaterThan(0)
  }
})

it('the drawings of the front and rear have the size in the table', () => {
  expect(END_SIZE).toEqual(endSize)
})
