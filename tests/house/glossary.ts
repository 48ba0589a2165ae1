import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'glossary.md'), 'utf8')

/** The words that the glossary's tables forbid, in order, each with its replacement. */
export const forbiddenWords = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (term +\||write +\||---)/.test(line))
  .flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const words = cells.at(-2)!.replaceAll('`', '').split(', ').filter(Boolean)
    return words.map((word) => ({ word, instead: cells[1]! }))
  })

const patterns = forbiddenWords.map(({ word, instead }) => ({
  word,
  instead,
  pattern: new RegExp(`(?<![\\w./-])${word}(?:s|es)?(?![\\w/-])`, 'i'),
}))

/** Returns each forbidden word in a string, as `word (say: …)`. */
export function findForbiddenWords(words: string): string[] {
  return patterns
    .filter(({ pattern }) => pattern.test(words))
    .map(({ word, instead }) => `${word} (say: ${instead})`)
}
