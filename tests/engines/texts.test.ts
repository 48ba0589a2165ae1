import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { castToCents } from '../../server/db/engines/texts.ts'
import { engines, openEngine } from './open-engine.ts'

it.each(engines)(
  'a single number is converted to cents, and any other text to null, on %s',
  async (engine) => {
    const { db, close } = await openEngine(engine)
    try {
      const cents = async (figures: string) => {
        const { rows } = await sql<{ cents: number | null }>`
        select ${castToCents(sql.ref('figures'))} as cents from (select ${figures} || '' as figures) as of`.execute(
          db,
        )
        return rows[0]!.cents
      }
      const inputs = ['24900', '24900.5', '7.', '0', '1.2.3', '1..2', '.5', '1,000', 'on request', '']
      expect(await Promise.all(inputs.map(cents))).toEqual([
        2_490_000,
        2_490_050,
        700,
        0,
        ...Array(6).fill(null),
      ])
    } finally {
      await close()
    }
  },
)
