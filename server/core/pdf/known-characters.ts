import { siteName } from '../../../contract/pages.ts'
import type PDFDocument from 'pdfkit'

/** The mark in place of a character that a file's font lacks. */
const REPLACEMENT = '\uFFFD'

export const REPLACED_NOTE = `The mark ${REPLACEMENT} stands for text that this file can’t show, such as emoji and letters of other scripts. ${siteName} shows it.`

/** pdfkit's open font, which its types don't describe. */
interface OpenFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

/** Replaces the text that a document's current font can't show. */
export class KnownCharacters {
  isReplaced = false
  readonly #font: OpenFont['_font']['font']

  constructor(pdf: InstanceType<typeof PDFDocument>) {
    this.#font = (pdf as unknown as OpenFont)._font.font
  }

  /** Tabs and other whitespace become spaces, and each run of unknown characters becomes one mark. */
  show(text: string): string {
    const shown = text
      .replaceAll(/[^\S\n]/g, ' ')
      .replaceAll(/[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, (character) => (character === '\n' ? '\n' : ''))
      .replaceAll(/[^\n]/gu, (character) => (this.#isKnown(character) ? character : REPLACEMENT))
      .replaceAll(/\uFFFD(?: *\uFFFD)*/g, REPLACEMENT)
    this.isReplaced ||= shown.includes(REPLACEMENT)
    return shown
  }

  #isKnown(character: string): boolean {
    return this.#font.hasGlyphForCodePoint(character.codePointAt(0)!)
  }
}
