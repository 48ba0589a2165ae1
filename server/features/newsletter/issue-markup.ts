import { html, type Html } from '../../http/html.ts'

/**
 * A block of a newsletter's text. The supported subset of Markdown (commonmark.org) is headings, lists, bold,
 * and links. Everything else is escaped, so a newsletter can't contain any other markup.
 */
export type Block =
  | { kind: 'heading'; level: 1 | 2; line: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'paragraph'; lines: Inline[][] }

type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; line: Inline[] }
  | { kind: 'link'; text: string; url: string }

/**
 * Parses a newsletter's text. Blank lines separate paragraphs, and line breaks within a paragraph are
 * preserved.
 */
export function parseMarkup(text: string): Block[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .flatMap((part) => parseBlocks(part.split('\n').filter((line) => line.trim() !== '')))
}

export function toHtml(blocks: readonly Block[]): Html {
  return html`${blocks.map(blockToHtml)}`
}

/** Renders blocks as plain text. Each link is followed by its URL. */
export function toPlainText(blocks: readonly Block[]): string {
  return blocks.map(blockToText).join('\n\n')
}

const HEADING = /^(##?) +(\S.*)$/
const ITEM = /^[-*] +(\S.*)$/

/**
 * Parses consecutive lines without a blank line between them. They may contain headings, lists, and
 * paragraphs.
 */
function parseBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (const line of lines) {
    const [, hashes, title] = HEADING.exec(line) ?? []
    const [, item] = ITEM.exec(line) ?? []
    const last = blocks.at(-1)
    if (title !== undefined)
      blocks.push({ kind: 'heading', level: hashes === '#' ? 1 : 2, line: parseLine(title) })
    else if (item !== undefined && last?.kind === 'list') last.items.push(parseLine(item))
    else if (item !== undefined) blocks.push({ kind: 'list', items: [parseLine(item)] })
    else if (last?.kind === 'paragraph') last.lines.push(parseLine(line))
    else blocks.push({ kind: 'paragraph', lines: [parseLine(line)] })
  }
  return blocks
}

/**
 * The lengths are bounded. Otherwise, a line of opening brackets would take much longer to match than
 * ordinary text.
 */
const LINK = String.raw`\[([^\]]{1,200})\]\((https?:\/\/[^\s()]{1,2000})\)`
const BOLD = String.raw`\*\*([^*]{1,500})\*\*`
const BARE_URL = String.raw`(https?:\/\/[^\s<>"]{0,2000}[^\s<>"'.,;:!?)\]])`

function parseLine(line: string): Inline[] {
  return parseInline(line.trim(), new RegExp(`${LINK}|${BOLD}|${BARE_URL}`, 'g'), (match) => {
    const [, label, url, bold, bareUrl] = match
    if (url !== undefined) return { kind: 'link', text: label!, url }
    if (bareUrl !== undefined) return { kind: 'link', text: bareUrl, url: bareUrl }
    return { kind: 'bold', line: parseBold(bold!) }
  })
}

function parseBold(text: string): Inline[] {
  return parseInline(text, new RegExp(LINK, 'g'), ([, label, url]) => ({
    kind: 'link',
    text: label!,
    url: url!,
  }))
}

function parseInline(text: string, mark: RegExp, toInline: (match: RegExpExecArray) => Inline): Inline[] {
  const inlines: Inline[] = []
  let from = 0
  const addText = (to: number) => {
    if (to > from) inlines.push({ kind: 'text', text: text.slice(from, to) })
  }
  for (const match of text.matchAll(mark)) {
    addText(match.index)
    inlines.push(toInline(match))
    from = match.index + match[0].length
  }
  addText(text.length)
  return inlines
}

function blockToHtml(block: Block): Html {
  switch (block.kind) {
    case 'heading':
      return block.level === 1
        ? html`<h1>${lineToHtml(block.line)}</h1>`
        : html`<h2>${lineToHtml(block.line)}</h2>`
    case 'list':
      return html`<ul>
        ${block.items.map((item) => html`<li>${lineToHtml(item)}</li>`)}
      </ul>`
    case 'paragraph':
      return html`<p>
        ${block.lines.map((line, index) => (index === 0 ? lineToHtml(line) : html`<br />${lineToHtml(line)}`))}
      </p>`
  }
}

function lineToHtml(line: readonly Inline[]): Html {
  return html`${line.map(inlineToHtml)}`
}

function inlineToHtml(inline: Inline): Html {
  if (inline.kind === 'text') return html`${inline.text}`
  if (inline.kind === 'bold') return html`<strong>${lineToHtml(inline.line)}</strong>`
  return html`<a href="${inline.url}">${inline.text}</a>`
}

function blockToText(block: Block): string {
  if (block.kind === 'heading') return lineToText(block.line)
  if (block.kind === 'list') return block.items.map((item) => `- ${lineToText(item)}`).join('\n')
  return block.lines.map(lineToText).join('\n')
}

function lineToText(line: readonly Inline[]): string {
  return line.map(inlineToText).join('')
}

function inlineToText(inline: Inline): string {
  if (inline.kind === 'text') return inline.text
  if (inline.kind === 'bold') return lineToText(inline.line)
  return inline.text === inline.url ? inline.url : `${inline.text} (${inline.url})`
}
