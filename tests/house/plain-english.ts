import { parseSync } from 'vite'

/** A sentence or a heading, and the line that it starts in. */
export interface Passage {
  line: number
  text: string
}

/** Openings of fragments: a comment or a sentence needs a subject, or a verb in the third person. */
const openings = [
  /^(What|Whatever|Whether|Whose|Who|Whom|Whoever|Whomever)\b(?!.*\?$)/,
  /^(Of|To) (the|those|these|each|all|a|an|one|what|which|whom|its|it|them|others|both|every|such|no|any)\b(?!.*,)/,
  /^(By|As|At|For|In|With|From|On) (what|which|whom|whose|who)\b/,
  /^(So|As) (many|much|long|often|far)\b/,
  /^The (same (of|as|for|by|with|in)|other)\b/,
  /^(One (that|who|which)|(That|Those) (that|who|which|of|there))\b/,
  /^Such (a|an|as)\b/,
  /^How (many|much|long|often|far|it|the|a|an)\b/,
]

/** Words for which the field has other ones; docs/developers/style.md lists the replacements. */
const words = [
  /\bwhom?ever\b/i,
  /\b(somebody|nobody|everybody)\b/i,
  /\b(every|any)(one|body) who\b/i,
  /\b(beside|alone|meanwhile|kept)\b/i,
  /\bat once\b/i,
  /\bby (itself|themselves)\b/i,
  /\bbut for\b/i,
  /\bbe it\b/i,
  /\b(tell|tells|told|telling|say|says|said|saying)\b/i,
  /\blet(s|ting)? go\b/i,
  /\b(mend(s|ed|ing)?|spared?|spares|reckon(s|ed)?)\b/i,
  /\bthat (is|are) there\b/i,
  /\bthere (is|are) none\b/i,
  /\b(goes|go|went|going) on\b/i,
  /\bas (it|they) (is|was|are|were)\b/i,
  /\bstand(s|ing)? (in|on|above|below|before|behind|at)\b/i,
  /\b(spine|seams?)\b/i,
  /\bwhat (is|was|are|were) (asked|there|known|left|written|read|sent|shown|new|old|due|wrong|missing|needed|open)\b/i,
  /\bthe middle of (three|five|\w+ runs)\b/i,
  /\d %/,
]

const british = [
  /\b\w*(colour|centre|tyre|bonnet|behaviour|neighbour|favour|honour|licence|catalogue|judgement|artefact)/i,
  /\b(kilo|milli|centi)metre/i,
  /\b(grey|kerb|towards|whilst|defence|aluminium)s?\b/i,
  /\b\w*(cancell|labell|modell|travell)(ed|ing)\b/i,
  /\b(analys|organis|recognis|serialis|normalis|optimis|minimis|summaris|initialis|authoris|anonymis|notaris)(e[ds]?|ing|ations?)\b/i,
]

/** The most words in a sentence of the documentation. */
const MAX_WORDS = 25

/** Lists what the style guide rejects in a sentence. */
export function problemsIn(sentence: string): string[] {
  const text = withoutQuotes(sentence)
  const opening = openings.some((pattern) => pattern.test(text))
    ? [`opening: ${text.split(' ', 3).join(' ')}`]
    : []
  const found = [...words, ...british].flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
  return [...opening, ...found.map((word) => `word: ${word}`)]
}

/** Lists the sentences of each comment in TypeScript, except directives of tools. */
export function sentencesOfComments(path: string, source: string): Passage[] {
  const { comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return comments
    .map(({ start, value }) => ({ line: source.slice(0, start).split('\n').length, text: textOf(value) }))
    .filter(({ text }) => !/^(oxlint|prettier|v8 |@ts|@vitest|\/ ?<reference)/.test(text))
    .flatMap(({ line, text }) => sentencesOf(text).map((sentence) => ({ line, text: sentence })))
}

/** A comment's text in one line, without the marks of its lines and without names of parameters. */
function textOf(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, ''))
    .join(' ')
    .replace(/@(param|throws|returns) ?(\{\w+\}|\w+)?/g, '. ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Lists what the style guide rejects in a page of Markdown, as `line problem`. */
export function problemsOfPage(source: string): string[] {
  const lines = source.split('\n')
  let isCode = false
  return lines.flatMap((line, index) => {
    const isFence = /^\s*```/.test(line)
    if (isFence) isCode = !isCode
    if (isFence || isCode || /^\s*(<!--|!\[)/.test(line)) return []
    const problems = line.trimStart().startsWith('|')
      ? line.split('|').flatMap((cell) => sentencesOf(proseOf(cell)).flatMap(problemsIn))
      : problemsOfLine(proseOf(line), lines[index + 1] ?? '')
    return problems.map((problem) => `${index + 1} ${problem}`)
  })
}

function problemsOfLine(prose: string, next: string): string[] {
  const sentences = sentencesOf(withoutQuotes(prose))
  const counts = sentences.map((sentence) => sentence.split(/\s+/).filter(Boolean).length)
  return [
    ...sentences.flatMap(problemsIn),
    ...counts.filter((count) => count > MAX_WORDS).map((count) => `${count} words in a sentence`),
    ...(sentences.filter((sentence) => /[.!?]$/.test(sentence)).length > 1
      ? ['two sentences in a line']
      : []),
    ...(/[a-z,;]$/.test(prose) && isContinued(next) ? ['a sentence in two lines'] : []),
  ]
}

/** Reports whether a line continues the paragraph of the line before it. */
function isContinued(line: string): boolean {
  return /\w/.test(line) && !/^\s*([-*|#>]|\d+\.|```)/.test(line)
}

/** A line of Markdown without the marks of headings, lists, quotations, and emphasis. */
function proseOf(line: string): string {
  return line
    .replace(/^\s*(#+|[-*]|\d+\.|>)\s+/, '')
    .replace(/\*\*|__/g, '')
    .trim()
}

/** A text without code, addresses, and quotations of what the product shows. */
function withoutQuotes(text: string): string {
  return text
    .replace(/`[^`]*`/g, 'X')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/https?:\/\/\S+/g, 'X')
    .replace(/“[^”]*”|"[^"]*"|‘[^’]{2,}’/g, 'X')
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:])\s+(?=[A-Z`“"([])/).filter(Boolean)
}
