import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../server/config/config.ts'
import { readPostgresAddress } from '../../server/config/postgres-address.ts'

describe('a Postgres address', () => {
  it('is displayed without credentials', () => {
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
      'must not have the option options: Kerblight supports only host',
    ],
    ['postgres://kerblight@db.example/cars?sslmode=', 'the option sslmode once, with a value'],
    ['postgres://kerblight@db.example/cars?host=', 'the option host once, with a value'],
    ['postgres://kerblight@x/cars?host=localhost&host=db.example', 'the option host once'],
    ['postgres://kerblight@db.example/cars?sslmode=disable&sslmode=prefer', 'the option sslmode once'],
    ['postgres://kerblight@db.example/cars?sslmode=no-verify', 'set sslmode to one of disable, prefer'],
    ['postgres://kerblight@db.example/cars?sslmode=bogus', 'set sslmode to one of disable, prefer'],
  ])('%s is rejected with the matching error', (url, error) => {
    expect(readPostgresAddress(url)).toContain(error)
  })

  it('is null if the value is a file path', () => {
    for (const url of ['file:/var/lib/cars.db', ':memory:', 'cars.db'])
      expect(readPostgresAddress(url)).toBeNull()
  })

  it('is read from the settings, and no error message contains its password', () => {
    const start = (url: string) => loadConfig({ DATABASE_URL: url })
    expect(start('postgres://kerblight:s3cret@db.example/cars').postgres?.shown).toBe(
      'postgres://db.example/cars',
    )
    expect(start('cars.db').postgres).toBeNull()
    const startWithBadAddress = () => start('postgres://kerblight:s3cret@db.example')
    expect(startWithBadAddress).toThrow('DATABASE_URL: must end in the database’s name')
    expect(startWithBadAddress).not.toThrow('s3cret')
  })

  it('may have a separate address for notifications that bypasses a pooler', () => {
    const directUrl = 'postgres://kerblight:s3cret@db.example:5432/cars'
    const start = (url: string, listen = directUrl) =>
      loadConfig({ DATABASE_URL: url, DATABASE_LISTEN_URL: listen })
    expect(start('postgres://kerblight@pooler.example/cars').postgres?.listenUrl).toBe(directUrl)
    expect(() => start('cars.db')).toThrow('DATABASE_LISTEN_URL: requires a Postgres DATABASE_URL')
    expect(() => start('postgres://kerblight@pooler.example/cars', 'cars.db')).toThrow(
      'DATABASE_LISTEN_URL: must be an address such as postgres://',
    )
  })
})
