/** A drawing function's result: definitions (gradients, clip paths) and the shapes that use them. */
export interface Drawing {
  defs: string
  shapes: string
}

type Attributes = Record<string, string | number | undefined>

/**
 * Formats a coordinate with at most one decimal place. More precision is invisible and only makes the files
 * larger.
 */
export function num(value: number): string {
  return String(Math.round(value * 10) / 10 || 0)
}

export function tag(name: string, attributes: Attributes, content = ''): string {
  const attributeStrings = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? Math.round(value * 100) / 100 : value}"`)
    .join('')
  return content ? `<${name}${attributeStrings}>${content}</${name}>` : `<${name}${attributeStrings}/>`
}

export function path(d: string, attributes: Attributes): string {
  return tag('path', { d, ...attributes })
}

export function stroke(d: string, color: string, width: number, attributes: Attributes = {}): string {
  return path(d, { fill: 'none', stroke: color, 'stroke-width': width, ...attributes })
}

export function rect(x: number, y: number, width: number, height: number, attributes: Attributes): string {
  return tag('rect', { x: num(x), y: num(y), width: num(width), height: num(height), ...attributes })
}

export function circle(cx: number, cy: number, r: number, attributes: Attributes): string {
  return tag('circle', { cx: num(cx), cy: num(cy), r: num(r), ...attributes })
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, attributes: Attributes): string {
  return tag('ellipse', { cx: num(cx), cy: num(cy), rx: num(rx), ry: num(ry), ...attributes })
}

export function group(attributes: Attributes, content: string): string {
  return tag('g', attributes, content)
}

/** A gradient stop: its position (0 to 1), its color, and its opacity if it is translucent. */
export type Stop = readonly [offset: number, color: string, opacity?: number]

function stops(list: readonly Stop[]): string {
  return list
    .map(([offset, color, opacity]) =>
      tag('stop', { offset, 'stop-color': color, 'stop-opacity': opacity === 1 ? undefined : opacity }),
    )
    .join('')
}

/** Creates a gradient from the top to the bottom of the painted shape. */
export function verticalGradient(id: string, list: readonly Stop[]): string {
  return tag('linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 }, stops(list))
}

/** Creates a gradient from the left to the right edge of the painted shape. */
export function horizontalGradient(id: string, list: readonly Stop[]): string {
  return tag('linearGradient', { id }, stops(list))
}

/** Creates a gradient between two points in the drawing's coordinates, independent of the painted shape. */
export function spanGradient(
  id: string,
  from: readonly [number, number],
  to: readonly [number, number],
  list: readonly Stop[],
): string {
  const ends = { x1: num(from[0]), y1: num(from[1]), x2: num(to[0]), y2: num(to[1]) }
  return tag('linearGradient', { id, gradientUnits: 'userSpaceOnUse', ...ends }, stops(list))
}

export function radialGradient(
  id: string,
  list: readonly Stop[],
  position: { cx?: number; cy?: number; r?: number } = {},
): string {
  return tag('radialGradient', { id, ...position }, stops(list))
}

export function clip(id: string, d: string): string {
  return tag('clipPath', { id }, path(d, {}))
}

/**
 * A generator of IDs for one drawing. Their prefix distinguishes them from the IDs of other drawings in the
 * same file.
 */
export interface Ids {
  id(name: string): string
  url(name: string): string
}

export function createIds(prefix: string): Ids {
  return { id: (name) => prefix + name, url: (name) => `url(#${prefix}${name})` }
}

/** Builds a complete SVG file. Screen readers announce `title` if the file is opened directly. */
export function svgFile(
  viewBox: readonly [number, number, number, number],
  title: string,
  ...drawings: readonly Drawing[]
): string {
  const defs = drawings.map((drawing) => drawing.defs).join('')
  const shapes = drawings.map((drawing) => drawing.shapes).join('')
  const [, , width, height] = viewBox
  return tag(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: viewBox.join(' '), width, height, role: 'img' },
    `<title>${title}</title>${defs && tag('defs', {}, defs)}${shapes}`,
  )
}
