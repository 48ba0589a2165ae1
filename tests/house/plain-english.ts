import { findDiscouragedWords, removeQuotes } from '../../scripts/lib/discouraged-words.ts'
import { findBritishSpellings } from './glossary.ts'
import { extractProseLines } from './words.ts'

/** Openings of sentence fragments. A comment or sentence needs a subject, or a verb in the third person. */
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

/** Maximum number of words in a documentation sentence. */
const MAX_WORDS = 25

/** Lists the style guide's objections to a sentence. */
function problemsIn(sentence: string): string[] {
  const text = removeQuotes(sentence)
  const opening = openings.some((pattern) => pattern.test(text))
    ? [`opening: ${text.split(' ', 3).join(' ')}`]
    : []
  const matches = findDiscouragedWords(text).map((word) => `word: ${word}`)
  return [...opening, ...matches, ...findBritishSpellings(text)]
}

export function listCommentProblems(comment: string): string[] {
  return sentencesOf(comment).flatMap(problemsIn)
}

/** Lists the style guide's objections to a Markdown page, as `line problem`. */
export function listPageProblems(source: string): string[] {
  const lines = source.split('\n')
  return extractProseLines(source).flatMap(({ line, words: text }) => {
    if (/^\s*(<!--|!\[)/.test(text)) return []
    const problems = text.trimStart().startsWith('|')
      ? text.split('|').flatMap((cell) => sentencesOf(proseOf(cell)).flatMap(problemsIn))
      : problemsOfLine(proseOf(text), lines[line] ?? '')
    return problems.map((problem) => `${line} ${problem}`)
  })
}

function problemsOfLine(prose: string, next: string): string[] {
  const sentences = sentencesOf(removeQuotes(prose))
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

/** Reports whether a line continues the previous line's paragraph. */
function isContinued(line: string): boolean {
  return /\w/.test(line) && !/^\s*([-*|#>]|\d+\.|```)/.test(line)
}

/** Returns a Markdown line without the marks of headings, lists, quotations, and emphasis. */
function proseOf(line: string): string {
  return line
    .replace(/^\s*(#+|[-*]|\d+\.|>)\s+/, '')
    .replace(/\*\*|__/g, '')
    .trim()
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:])\s+(?=[A-Z`“"([])/).filter(Boolean)
}
