import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { KnownCharacters, REPLACED_NOTE } from './known-characters.ts'

export type PdfBlock =
  | { kind: 'heading' | 'text' | 'small'; text: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | {
      kind: 'table'
      columns: readonly PdfColumn[]
      rows: readonly (readonly string[])[]
      /** A last row in bold. */
      total?: readonly string[]
    }
  /** A new page with a title. */
  | { kind: 'page'; title: string; subtitle?: string }

interface PdfColumn {
  label: string
  /** The share of the page's width; the shares of a table add up to 1. */
  width: number
  align?: 'left' | 'right'
}

export interface PdfContent {
  title: string
  subtitle?: string
  /** The title in the file's properties, if it is not the title of the first page. */
  fileTitle?: string
  /** The line at the bottom of each page, before the page number. */
  footer: string
  createdAt: Date
  blocks: readonly PdfBlock[]
}

const { resolve } = createRequire(import.meta.url)
const fonts = {
  regular: resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
}
const MARGIN = 56
const FOOTER_HEIGHT = 24
const colors = { text: '#1b1f24', muted: '#5b6570', line: '#d5dae0' }

/**
 * Writes a document on US Letter pages. The fonts contain Latin, Greek, and Cyrillic letters. If other characters
 * are replaced, a note at the end explains it.
 */
export async function writePdf({
  title,
  subtitle,
  fileTitle = title,
  footer,
  createdAt,
  blocks,
}: PdfContent): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
    bufferPages: true,
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    info: { Title: fileTitle, Creator: 'Kerblight', CreationDate: createdAt },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise<void>((done, fail) => pdf.on('end', done).on('error', fail))
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  const known = new KnownCharacters(pdf.font('regular'))
  const show = (text: string) => known.show(text)
  writeTitle(pdf, show(title), subtitle && show(subtitle))
  for (const block of blocks) writeBlock(pdf, withShownTexts(block, show))
  const shownFooter = show(footer)
  if (known.isReplaced) writeBlock(pdf, { kind: 'small', text: REPLACED_NOTE })
  writeFooters(pdf, shownFooter)
  pdf.end()
  await written
  return Buffer.concat(chunks)
}

type Pdf = InstanceType<typeof PDFDocument>

function withShownTexts(block: PdfBlock, show: (text: string) => string): PdfBlock {
  switch (block.kind) {
    case 'page':
      return { ...block, title: show(block.title), ...(block.subtitle && { subtitle: show(block.subtitle) }) }
    case 'facts':
      return { ...block, rows: block.rows.map(([label, value]) => [show(label), show(value)] as const) }
    case 'table':
      return {
        ...block,
        rows: block.rows.map((cells) => cells.map(show)),
        ...(block.total && { total: block.total.map(show) }),
      }
    default:
      return { ...block, text: show(block.text) }
  }
}

function writeTitle(pdf: Pdf, title: string, subtitle?: string): void {
  pdf.font('bold').fontSize(20).fillColor(colors.text).text(title)
  if (subtitle) pdf.font('regular').fontSize(11).fillColor(colors.muted).text(subtitle)
  pdf.moveDown(0.8)
}

function writeBlock(pdf: Pdf, block: PdfBlock): void {
  switch (block.kind) {
    case 'page':
      pdf.addPage()
      writeTitle(pdf, block.title, block.subtitle)
      break
    case 'heading':
      keepTogether(pdf, 60)
      pdf.moveDown(0.6).font('bold').fontSize(13).fillColor(colors.text).text(block.text).moveDown(0.3)
      break
    case 'text':
      pdf.font('regular').fontSize(10.5).fillColor(colors.text).text(block.text, { lineGap: 2 })
      pdf.moveDown(0.5)
      break
    case 'small':
      pdf.font('regular').fontSize(8.5).fillColor(colors.muted).text(block.text, { lineGap: 1 }).moveDown(0.5)
      break
    case 'facts':
      writeTable(
        pdf,
        [
          { label: '', width: 0.36 },
          { label: '', width: 0.64 },
        ],
        block.rows,
      )
      break
    case 'table':
      writeTable(pdf, block.columns, block.rows, block.total)
      break
  }
}

function writeTable(
  pdf: Pdf,
  columns: readonly PdfColumn[],
  rows: readonly (readonly string[])[],
  total?: readonly string[],
): void {
  const labels = columns.map(({ label }) => label)
  const writeHeader = () => {
    if (labels.some((label) => label !== '')) writeRow(pdf, columns, labels, 'bold')
  }
  writeHeader()
  for (const row of rows) writeRow(pdf, columns, row, 'regular', writeHeader)
  if (total) writeRow(pdf, columns, total, 'bold', writeHeader)
  pdf.x = MARGIN
  pdf.moveDown(0.6)
}

const CELL_PADDING = 4

function writeRow(
  pdf: Pdf,
  columns: readonly PdfColumn[],
  cells: readonly string[],
  font: 'regular' | 'bold',
  /** Repeats the header if the row starts a new page. */
  writeHeader?: () => void,
): void {
  const pageWidth = pdf.page.width - 2 * MARGIN
  const setFont = () => pdf.font(font).fontSize(9.5).fillColor(colors.text)
  setFont()
  const widths = columns.map(({ width }) => width * pageWidth - 2 * CELL_PADDING)
  const height = Math.max(
    ...cells.map((cell, index) => pdf.heightOfString(cell || ' ', { width: widths[index]! })),
  )
  if (keepTogether(pdf, height + 2 * CELL_PADDING)) {
    writeHeader?.()
    setFont()
  }
  const top = pdf.y
  let left = MARGIN
  for (const [index, column] of columns.entries()) {
    const options = { width: widths[index]!, align: column.align ?? ('left' as const) }
    pdf.text(cells[index] ?? '', left + CELL_PADDING, top + CELL_PADDING, options)
    left += column.width * pageWidth
  }
  const bottom = top + height + 2 * CELL_PADDING
  pdf
    .moveTo(MARGIN, bottom)
    .lineTo(MARGIN + pageWidth, bottom)
    .lineWidth(0.5)
    .stroke(colors.line)
  pdf.x = MARGIN
  pdf.y = bottom
}

/** Starts a new page if less than the given height is left on this one. @returns true if it did */
function keepTogether(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= pdf.page.maxY()) return false
  pdf.addPage()
  return true
}

function writeFooters(pdf: Pdf, footer: string): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    pdf.switchToPage(index)
    // Text below the bottom margin would start a new page.
    pdf.page.margins.bottom = 0
    pdf.font('regular').fontSize(8.5).fillColor(colors.muted)
    const bottom = pdf.page.height - MARGIN + 8
    pdf.text(`${footer} · Page ${index + 1} of ${count}`, MARGIN, bottom, {
      width: pdf.page.width - 2 * MARGIN,
    })
  }
}
