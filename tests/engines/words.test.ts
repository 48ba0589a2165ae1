import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitSearchText } from '../../server/db/full-text.ts'
import { openEngine, type Opened } from './open-engine.ts'
import { oddTexts } from './odd-texts.ts'

/** Last character to test. Only ideographs and unassigned characters follow. */
const LAST = 0x2fa20
const CHARACTERS_PER_LINE = 2000
/**
 * Reports whether a capital is Cherokee or was added to Unicode in or after 2012. FTS5 treats these as
 * letters without a lowercase form.
 */
const isNewer = (letter: string) =>
  /[\u037f\u0528-\u052e\u{13a0}-\u{13f5}\u{1c89}\u{1c90}-\u{1cbf}\ua698-\ua69a\ua796-\ua7dc\u{104b0}-\u{10595}\u{10c80}-\u{10d65}\u{118a0}-\u{118bf}\u{16e40}-\u{16eb8}\u{1e900}-\u{1e921}]/u.test(
    letter,
  )

let postgres: Opened
const sqlite = new Sqlite(':memory:')
sqlite.exec(`create virtual table of using fts5 (text, tokenize = 'unicode61 remove_diacritics 2');
  create virtual table words using fts5vocab (of, instance)`)
beforeAll(async () => {
  postgres = await openEngine('postgres')
})
afterAll(async () => {
  await postgres.close()
  sqlite.close()
})

function inSqlite(text: string): string[] {
  sqlite.exec('delete from of')
  sqlite.prepare('insert into of (text) values (?)').run(text)
  return sqlite.prepare<[], string>('select term from words order by "offset"').pluck().all()
}

async function inPostgres(text: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from words_in(${text}) order by place`.execute(
    postgres.db,
  )
  return rows.map(({ word }) => word)
}

describe('both engines', () => {
  it('split text into the same words at every Unicode character', async () => {
    const characters = Array.from({ length: LAST }, (_, index) => index + 1)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => !isNewer(letter))
    for (let from = 0; from < characters.length; from += CHARACTERS_PER_LINE) {
      const text = characters
        .slice(from, from + CHARACTERS_PER_LINE)
        .map((letter) => `q${letter}z`)
        .join(' ')
      expect((await inPostgres(text)).join(' ')).toBe(inSqlite(text).join(' '))
    }
  })

  it('split difficult texts into the same words', async () => {
    for (const text of [...oddTexts, ...oddTexts.map((text) => text.normalize('NFD'))])
      expect(await inPostgres(text), text).toEqual(inSqlite(text))
  })

  it('find words in the same texts, even if FTS5 splits a word into consecutive tokens', async () => {
    const texts = oddTexts.flatMap((text) => [text, [...text].reverse().join('')])
    sqlite.exec('delete from of')
    const insert = sqlite.prepare('insert into of (rowid, text) values (?, ?)')
    for (const [index, text] of texts.entries()) insert.run(index + 1, text)
    const find = sqlite
      .prepare<[string], number>('select rowid from of where of match ? order by rowid')
      .pluck()
    for (const word of new Set(oddTexts.flatMap((text) => splitSearchText(text)))) {
      const { rows } = await sql<{ place: number }>`
        select place from unnest(${texts}::text[]) with ordinality as of (text, place)
        where words_of(text) @@ term_of(${word}) order by place`.execute(postgres.db)
      expect(
        rows.map(({ place }) => place),
        word,
      ).toEqual(find.all(`"${word}"*`))
    }
  })
})
