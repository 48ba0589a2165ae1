import type { QueryExecutorProvider } from 'kysely'
import { getEngine, type PerEngine } from './engine.ts'

/** SQL conditions on the characters of strings. */
interface Patterns {
  /**
   * Returns a condition that the string contains a character outside the given set. A range, such as `0-9`,
   * is a range of bytes.
   */
  hasOther(text: string, letters: string): string
}

export const getPatterns = (db: QueryExecutorProvider): Patterns => patterns[getEngine(db)]

const patterns: PerEngine<Patterns> = {
  sqlite: { hasOther: (text, letters) => `((${text}) glob '*[^${letters}]*')` },
  postgres: { hasOther: (text, letters) => `((${text}) collate "C" ~ '[^${letters}]')` },
}
