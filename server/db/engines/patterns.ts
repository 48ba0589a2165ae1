import type { QueryExecutorProvider } from 'kysely'
import { engineOf, type Answers } from './engine.ts'

/** What texts are made of. */
interface Patterns {
  /** Whether there is any letter that is not one of these; a range, such as `0-9`, by its bytes. */
  hasOther(text: string, letters: string): string
}

export const patternsOf = (db: QueryExecutorProvider): Patterns => patterns[engineOf(db)]

const patterns: Answers<Patterns> = {
  sqlite: { hasOther: (text, letters) => `((${text}) glob '*[^${letters}]*')` },
  postgres: { hasOther: (text, letters) => `((${text}) collate "C" ~ '[^${letters}]')` },
}
