import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectJsonMember } from '../../server/db/engines/json.ts'
import { getPatterns } from '../../server/db/engines/patterns.ts'
import { castToCents, foldCase, isAlike, isAmong } from '../../server/db/engines/texts.ts'
import { engines, openEngine, type Opened } from './open-engine.ts'

/** Expressions as arguments. Their operators have a lower precedence than the helpers' operators. */
const object = `case when 1 = 1 then '{"a": "x", "b": null}' else '{}' end`
const text = `'A' || 'b'`

describe.each(engines)('an expression made of SQL fragments on %s', (engine) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openEngine(engine)
  })
  afterAll(() => opened.close())

  async function read(expression: RawBuilder<unknown>): Promise<unknown> {
    const { rows } = await sql<{ is: unknown }>`select ${expression} as "is"`.execute(opened.db)
    return rows[0]!.is
  }

  it('preserves precedence, in its arguments and inside other operators', async () => {
    const { hasOther } = getPatterns(opened.db)
    expect(await read(sql`'<' || ${selectJsonMember(object, 'a')} || '>'`)).toBe('<x>')
    expect(await read(sql.raw(`not ${hasOther(text, 'a-z')}`))).toBe(0)
    expect(await read(sql`not ${isAlike(sql.raw(text), 'aB')}`)).toBe(0)
    expect(await read(sql`not ${isAmong(sql.raw(text), ['Ab'])}`)).toBe(0)
    expect(await read(sql`${foldCase(sql.raw(text))} = ${foldCase(sql`'aB'`)}`)).toBe(1)
    expect(await read(sql`1 + ${castToCents(sql.raw(`'1' || '.5'`))}`)).toBe(151)
  })
})
