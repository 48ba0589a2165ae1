import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../server/config.ts'
import { readPostgresAddress } from '../../server/db/engines/postgres-address.ts'

describe('an address of Postgres', () => {
  it('is shown without who may open it', () => {
    const address = readPostgresAddress('postgres://kerblight:s3cret@db.example:5433/cars?sslmode=require')
    expect(address).toEqual({
      url: 'postgres://kerblight:s3cret@db.example:5433/cars?sslmode=require',
      shown: 'postgres://db.example:5433/cars',
    })
  })

  it.each([
    ['postgres://[', 'address such as'],
    ['postgres:///cars', 'host'],
    ['postgres://kerblight@db.example', 'database’s name'],
    ['postgres://kerblight@db.example/', 'database’s name'],
    ['postgres://db.example/cars', 'name a user'],
    [
      'postgresql://kerblight@db.example/cars?options=-c%20fsync%3Doff',
      'option that Kerblight doesn’t know, options',
    ],
  ])('%s is refused with its fault', (given, fault) => {
    expect(readPostgresAddress(given)).toContain(fault)
  })

  it('is none where it is a file’s', () => {
    for (const place of ['file:/var/lib/cars.db', ':memory:', 'cars.db'])
      expect(readPostgresAddress(place)).toBeNull()
  })

  it('is no setting yet, and its password is in no message', () => {
    const start = () => loadConfig({ DATABASE_URL: 'postgres://kerblight:s3cret@db.example/cars' })
    expect(start).toThrow(
      'DATABASE_URL: must be the path of a SQLite file: Kerblight doesn’t run on Postgres yet',
    )
    expect(start).not.toThrow('s3cret')
  })
})
