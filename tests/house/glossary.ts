import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'glossary.md'), 'utf8')

/** Words that the glossary forbids, in order, each with its replacement and its table's heading. */
export const forbiddenWords = text.split('\n## ').flatMap((section) => {
  const [heading, ...lines] = section.split('\n')
  return lines
    .filter((line) => line.startsWith('| ') && !/^\| (term +\||write +\||---)/.test(line))
    .flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const terms = cells.at(-2)!.replaceAll('`', '').split(', ').filter(Boolean)
      return terms.map((word) => ({ word, instead: cells[1]!, heading: heading! }))
    })
})

const patterns = forbiddenWords.map((entry) => ({
  ...entry,
  pattern: new RegExp(`(?<![\\w./-])${formsOf(entry.word)}(?![\\w/-])`, 'i'),
}))

/** Returns a pattern of a word's inflected forms or of a phrase's plural. */
function formsOf(word: string): string {
  if (/[iy]se$/.test(word)) return `${word.slice(0, -1)}(?:e[ds]?|ing|ations?)`
  return word + (word.includes(' ') ? '(?:s|es)?' : '(?:s|es|d|ed|ing)?')
}

/** Returns each forbidden word in a string, as `word (say: …)`. */
export function findForbiddenWords(text: string): string[] {
  return findIn(patterns, text)
}

const britishSpellings = patterns.filter(({ heading }) => heading === 'American English')

/** Returns each British spelling in a string, as `word (say: …)`. */
export function findBritishSpellings(text: string): string[] {
  return findIn(britishSpellings, text)
}

/** The name of the page with the shortlist, which has the British spelling on purpose. */
const PAGE_NAME = /\bThe Kerb\b/g

function findIn(rules: typeof patterns, text: string): string[] {
  const ownWords = text.replace(PAGE_NAME, '')
  return rules
    .filter(({ pattern }) => pattern.test(ownWords))
    .map(({ word, instead }) => `${word} (say: ${instead})`)
}
