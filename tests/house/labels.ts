import { Visitor, type ESTree } from 'vite'
import { findLineNumber, parseCode, type Text } from './words.ts'

/** Returns the titles of a test file's suites, tests, and steps, and the first texts in the rows of their tables. */
export function extractTitles(path: string, source: string): Text[] {
  const titles: Label[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!/^(it|test|describe)$/.test(firstName(callee))) return
      if (title) titles.push(title)
      if (callee.type === 'CallExpression') titles.push(...firstCells(callee.arguments[0]))
    },
  }).visit(parseCode(path, source).program)
  return toTexts(source, titles)
}

/** Returns the texts in calls of `console`, `print`, and functions such as `printFigure`. */
export function extractPrintedTexts(path: string, source: string): Text[] {
  const calls: ESTree.CallExpression[] = []
  const texts: Label[] = []
  new Visitor({
    CallExpression(node) {
      if (/^(console|print([A-Z]\w*)?)$/.test(firstName(node.callee))) calls.push(node)
    },
    Literal: (node) => void texts.push(node),
    TemplateLiteral: (node) => void texts.push(node),
  }).visit(parseCode(path, source).program)
  return toTexts(
    source,
    texts.filter(({ start }) => calls.some((call) => call.start <= start && start < call.end)),
  )
}

type Label = ESTree.Argument | ESTree.StringLiteral | ESTree.TemplateLiteral

/** Returns the name at the beginning of a callee, such as `test` for `test.step` and `test.each(rows)`. */
function firstName(callee: ESTree.Expression | ESTree.Super): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return firstName(callee.object)
  return callee.type === 'CallExpression' ? firstName(callee.callee) : ''
}

/** Returns the first cell of each row of a table such as `[['a sold car', 404]]` or `['a sold car']`. */
function firstCells(table: ESTree.Argument | undefined): Label[] {
  if (table?.type !== 'ArrayExpression') return []
  return table.elements.flatMap((row) => (row?.type === 'ArrayExpression' ? row.elements[0] : row) ?? [])
}

/** Returns the literals that contain a word. */
function toTexts(source: string, labels: readonly Label[]): Text[] {
  return labels
    .map((label) => ({ line: findLineNumber(source, label.start), words: wordsIn(label) }))
    .filter(({ words }) => /\p{L}/u.test(words))
}

function wordsIn(label: Label): string {
  if (label.type === 'TemplateLiteral') return label.quasis.map(({ value }) => value.cooked).join('…')
  return label.type === 'Literal' && typeof label.value === 'string' ? label.value : ''
}
