import { siAmericanexpress, siAudi, siBmw, siDiscover, siMastercard, siTesla, siVisa } from 'simple-icons'

import { amber, ink, petrol, white } from './palette.ts'
import { circle, path, rect, stroke, svgFile } from './svg.ts'

const ON_LIGHT = ink
const ON_DARK = '#e6edee'

const BRANDS = { tesla: siTesla, audi: siAudi, bmw: siBmw }
const CARDS = { visa: siVisa, mastercard: siMastercard, amex: siAmericanexpress, discover: siDiscover }

/**
 * Marks that name a car's make or an accepted card, each in one colour with its path unchanged: file name
 * without ending → SVG. An image cannot take the page's colour, so each mark has a second file for dark tiles.
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
  return svgFile([0, 0, 24, 24], mark.title, { defs: '', shapes: path(mark.path, { fill }) })
}

/** macOS takes the shape alone. */
const template = '#000000'

/** The mark in one color on nothing, for the menu bar of macOS, which colors it. */
export function logoTemplate(): string {
  const shapes =
    stroke('M8 46a24 24 0 0 1 48 0', template, 8, { 'stroke-linecap': 'round' }) +
    circle(32, 45, 8.5, { fill: template })
  return svgFile([0, 0, 64, 64], 'Kerblight', { defs: '', shapes })
}

/** The product's own mark: a lamp's arch over its light. */
export function logo(): string {
  const shapes =
    rect(0, 0, 64, 64, { rx: 18, fill: petrol }) +
    stroke('M12 43a20 20 0 0 1 40 0', white, 6.4, { 'stroke-linecap': 'round' }) +
    circle(32, 42, 6.8, { fill: amber })
  return svgFile([0, 0, 64, 64], 'Kerblight', { defs: '', shapes })
}
