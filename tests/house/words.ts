import { parseSync, Visitor, type ParseResult } from 'vite'

/** A human-readable string and its position. */
export interface Text {
  line: number
  words: string
}

interface Span {
  start: number
  end: number
}

/** Names in the API and schema.org that look like words. */
const wireNames = new Set(['Petrol', 'Brand'])

/** Attributes whose values are not for human readers. */
const namingAttributes = new Set([
  'className',
  'class',
  'id',
  'href',
  'to',
  'key',
  'type',
  'name',
  'd',
  'src',
])

/**
 * Returns the human-readable texts of TypeScript or TSX: strings with several words or an initial capital,
 * and JSX text. It omits names of modules, attributes, keys, and types, and SQL.
 */
export function extractCodeTexts(path: string, source: string): Text[] {
  const { program } = parseCode(path, source)
  const found: { start: number; words: string }[] = []
  const names: Span[] = []
  new Visitor({
    ImportDeclaration: (node) => void names.push(node),
    ImportExpression: (node) => void names.push(node),
    ExportAllDeclaration: (node) => void names.push(node),
    TSLiteralType: (node) => void names.push(node),
    Property: (node) => void names.push(node.key),
    JSXAttribute(node) {
      if (namingAttributes.has(String(node.name.name))) names.push(node)
    },
    TaggedTemplateExpression(node) {
      if (node.tag.type === 'Identifier' && node.tag.name === 'sql') names.push(node.quasi)
    },
    Literal(node) {
      if (typeof node.value === 'string') found.push({ start: node.start, words: node.value })
    },
    TemplateLiteral(node) {
      found.push({ start: node.start, words: node.quasis.map((part) => part.value.cooked).join('…') })
    },
    JSXText: (node) => void found.push({ start: node.start, words: node.value }),
  }).visit(program)

  return found
    .filter(({ start }) => !names.some((name) => name.start <= start && start < name.end))
    .map(({ start, words }) => ({ line: findLineNumber(source, start), words: withoutTags(words).trim() }))
    .filter(({ words }) => (/\s/.test(words) || /^[A-Z]/.test(words)) && !wireNames.has(words))
}

/** Returns a Markdown page's lines without inline code and link URLs. */
export function extractPageTexts(source: string): Text[] {
  return extractProseLines(source).map(({ line, words }) => ({
    line,
    words: words.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, ']'),
  }))
}

/** Returns a Markdown page's lines outside code blocks. */
export function extractProseLines(source: string): Text[] {
  let isCode = false
  return source.split('\n').flatMap((words, index) => {
    const isFence = words.trimStart().startsWith('```')
    if (isFence) isCode = !isCode
    return isFence || isCode ? [] : [{ line: index + 1, words }]
  })
}

/** Returns a TypeScript or CSS file's comments, each as one line, without tool directives. */
export function extractComments(path: string, source: string): Text[] {
  return (
    path.endsWith('.css')
      ? [...source.matchAll(/\/\*([^]*?)\*\//g)].map(toComment)
      : parseCode(path, source).comments
  )
    .map(({ start, value }) => ({ line: findLineNumber(source, start), words: withoutMarks(value) }))
    .filter(({ words }) => !/^(oxlint|oxfmt|v8 |@ts|@vitest|\/ ?<reference)/.test(words))
}

function toComment({ index: start, 1: value }: RegExpExecArray) {
  return { start, value: value! }
}

/**
 * Parses TypeScript or TSX.
 * @throws on a syntax error
 */
export function parseCode(path: string, source: string): ParseResult {
  const result = parseSync(path, source)
  const [error] = result.errors
  if (error) throw new Error(`${path}: ${error.message}`)
  return result
}

/** Returns a comment as one line, without comment marks and parameter names. */
function withoutMarks(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, ''))
    .join(' ')
    .replace(/@(param|throws|returns) ?(\{\w+\}|\w+)?/g, '. ')
    .replace(/\s+/g, ' ')
    .trim()
}

export function findLineNumber(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}

function withoutTags(text: string): string {
  return text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}
