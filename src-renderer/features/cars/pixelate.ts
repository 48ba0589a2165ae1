import type { Pixels } from './photo-hints.ts'

/** A rectangle in percent of a photo's width and height. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** Number of rows of squares. With more, a license plate could be reconstructed. */
const ROWS = 2

/** Replaces the pixels of an area by large squares of their average color. */
export function pixelate({ data, width, height }: Pixels, area: Area): void {
  const [left, right] = edges(area.left, area.width, width)
  const [top, bottom] = edges(area.top, area.height, height)
  const size = Math.max(1, Math.ceil((bottom - top) / ROWS))
  for (let y = top; y < bottom; y += size)
    for (let x = left; x < right; x += size)
      fillSquare(data, width, { x, y, toX: Math.min(x + size, right), toY: Math.min(y + size, bottom) })
}

function edges(start: number, length: number, total: number): [number, number] {
  const first = Math.max(0, Math.floor((start / 100) * total))
  return [first, Math.min(total, Math.ceil(((start + length) / 100) * total))]
}

interface Square {
  x: number
  y: number
  toX: number
  toY: number
}

function fillSquare(data: Uint8ClampedArray, width: number, { x, y, toX, toY }: Square): void {
  for (let channel = 0; channel < 3; channel += 1) {
    const indexes = indexesIn(width, { x, y, toX, toY }).map((index) => index + channel)
    const average = indexes.reduce((sum, index) => sum + data[index]!, 0) / indexes.length
    for (const index of indexes) data[index] = average
  }
}

function indexesIn(width: number, { x, y, toX, toY }: Square): number[] {
  const row = Array.from({ length: toX - x }, (_, offset) => x + offset)
  return Array.from({ length: toY - y }, (_, offset) =>
    row.map((at) => ((y + offset) * width + at) * 4),
  ).flat()
}
