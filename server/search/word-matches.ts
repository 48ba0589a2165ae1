import { LRUCache } from 'lru-cache'
import type { WordReader } from '../db/full-text.ts'

/** Which cars words find: a bit for each number. */
export type NumberSet = Uint32Array

export function hasNumber(set: NumberSet, number: number): boolean {
  return ((set[number >>> 5]! >>> (number & 31)) & 1) === 1
}

/** Remembers which cars words find, since a word that many cars share takes the full-text index long. */
export interface WordMatches {
  /** @param expression of `matchExpression` */
  find(expression: string): NumberSet
  /** To be called with the numbers whose cars have changed. */
  note(numbers: Iterable<number>): void
  clear(): void
}

interface Match {
  numbers: NumberSet
  /** Whose cars have changed since. */
  changed: Set<number>
}

const MAX_BYTES = 64 * 1024 * 1024
/** Looking at each changed car takes longer than looking for all from here on. */
const MAX_CHANGED = 200

export function createWordMatches(reader: WordReader): WordMatches {
  const matches = new LRUCache<string, Match>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ numbers }, key) => numbers.byteLength + key.length * 2 + 500,
  })

  function readAll(expression: string): Match {
    const found = reader.find(expression)
    const numbers = new Uint32Array((found.reduce((max, number) => Math.max(max, number), 0) >>> 5) + 1)
    for (const number of found) numbers[number >>> 5]! |= 1 << (number & 31)
    return { numbers, changed: new Set() }
  }

  function catchUp(expression: string, match: Match): void {
    for (const number of match.changed) {
      const place = number >>> 5
      match.numbers = withPlace(match.numbers, place)
      const bit = 1 << (number & 31)
      if (reader.isFound(expression, number)) match.numbers[place]! |= bit
      else match.numbers[place]! &= ~bit
    }
    match.changed.clear()
  }

  return {
    find(expression) {
      let match = matches.get(expression)
      if (!match) {
        match = readAll(expression)
        matches.set(expression, match)
      }
      catchUp(expression, match)
      return match.numbers
    },
    note(numbers) {
      for (const [expression, { changed }] of matches.entries()) {
        for (const number of numbers) changed.add(number)
        if (changed.size > MAX_CHANGED) matches.delete(expression)
      }
    },
    clear: () => matches.clear(),
  }
}

function withPlace(numbers: NumberSet, place: number): NumberSet {
  if (place < numbers.length) return numbers
  const longer = new Uint32Array(Math.max(place + 1, numbers.length * 2))
  longer.set(numbers)
  return longer
}
