import { siAmericanexpress, siAudi, siBmw, siDiscover, siMastercard, siTesla, siVisa } from 'simple-icons'

import { ink } from './palette.ts'
import { svgFile, tag } from './svg.ts'

const ON_LIGHT = ink
const ON_DARK = '#e6edee'

const BRANDS = { tesla: siTesla, audi: siAudi, bmw: siBmw }
const CARDS = { visa: siVisa, mastercard: siMastercard, amex: siAmericanexpress, discover: siDiscover }

/**
 * Returns the marks of car makes and accepted cards, each in one color and with its original path: file name
 * without extension → SVG source. An image cannot inherit the page's color, so each mark has a second file
 * for dark tiles.
 */
export function markFiles(): Map<string, string> {
  const files = new Map<string, string>()
  for (const [folder, marks] of Object.entries({ brands: BRANDS, cards: CARDS })) {
    for (const [name, mark] of Object.entries(marks)) {
      files.set(`${folder}/${name}`, markFile(mark, ON_LIGHT))
      files.set(`${folder}/${name}-dark`, markFile(mark, ON_DARK))
    }
  }
  return files
}

function markFile(mark: { title: string; path: string }, fill: string): string {
  return svgFile([0, 0, 24, 24], mark.title, { defs: '', shapes: tag('path', { d: mark.path, fill }) })
}
