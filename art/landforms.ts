import { ellipse, group, num, path, rect, verticalGradient } from './svg.ts'
import type { Drawing, Ids } from './svg.ts'

/** The dimensions of a drawing that a scene fills, and the position of the car's wheels in it. */
export interface Stage {
  width: number
  height: number
  ground: number
  ids: Ids
  hue: number
  isDark: boolean
  /** Seed for hills, clouds, and lit windows, which makes every build identical. */
  seed: number
}

type Random = () => number

/** Returns the upper edge of rolling hills from x = 0 to `width`. The caller closes the path downward. */
export function hills(random: Random, width: number, y: number, height: number, count: number): string {
  let d = `M0 ${num(y)}`
  let [x, lastY] = [0, y]
  for (let i = 1; i <= count; i++) {
    const nextX = (width * i) / count
    const nextY = y - height * (0.25 + 0.75 * random()) * (i % 2 ? 1 : 0.35)
    const middle = num(x + (nextX - x) / 2)
    d += `C${middle} ${num(lastY)} ${middle} ${num(nextY)} ${num(nextX)} ${num(nextY)}`
    x = nextX
    lastY = nextY
  }
  return d
}

/** Returns the upper edge of jagged mountains, like {@link hills}. */
export function peaks(random: Random, width: number, y: number, height: number, count: number): string {
  const step = width / count
  let d = `M0 ${num(y)}`
  for (let i = 1; i <= count; i++) {
    const summit = `L${num(i * step - step * (0.35 + 0.3 * random()))} ${num(y - height * (0.45 + 0.55 * random()))}`
    d += `${summit}L${num(i * step)} ${num(y - height * 0.2 * random())}`
  }
  return d
}

export function pines(random: Random, width: number, y: number, count: number, fill: string): string {
  const shape = Array.from({ length: count }, (_, i) => {
    const x = (i * width) / (count - 1) + (random() - 0.5) * 14
    const k = 0.8 + random() * 0.9
    const pointAt = (dx: number, dy: number) => `${num(x + dx * k)} ${num(y - dy * k)}`
    return `M${pointAt(0, 46)}L${pointAt(13, 18)}L${pointAt(6, 18)}L${pointAt(18, 0)}L${pointAt(-18, 0)}L${pointAt(-6, 18)}L${pointAt(-13, 18)}Z`
  })
  return path(shape.join(''), { fill })
}

export function cloud(x: number, y: number, scale: number): string {
  const puffs = ellipse(0, 0, 74, 14, {}) + ellipse(-20, -12, 34, 18, {}) + ellipse(24, -14, 28, 20, {})
  return group(
    { fill: '#fff', 'fill-opacity': 0.75, transform: `translate(${num(x)} ${num(y)}) scale(${scale})` },
    puffs,
  )
}

/** Draws asphalt from behind the car to the drawing's lower edge, with a dashed line in front of the car. */
export function road(
  { width, height, ground, ids }: Stage,
  far: string,
  near: string,
  line: { color: string; opacity: number },
): Drawing {
  return {
    defs: verticalGradient(ids.id('road'), [
      [0, far],
      [1, near],
    ]),
    shapes:
      rect(0, ground - 26, width, height - ground + 26, { fill: ids.url('road') }) +
      path(`M0 ${ground - 26}H${width}`, { stroke: '#fff', 'stroke-opacity': 0.18, 'stroke-width': 2 }) +
      path(`M-40 ${ground + 50}H${width}`, {
        stroke: line.color,
        'stroke-opacity': line.opacity,
        'stroke-width': 6,
        'stroke-dasharray': '70 54',
      }),
  }
}
