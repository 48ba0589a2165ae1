import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { restrictAccess } from '../../server/start/private-files.ts'
import { listExposedFiles } from '../support/modes.ts'

let folder: string
let config: { dataDir: string; databaseFile: string; backupDir: string }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-modes-'))
  const dataDir = join(folder, 'data')
  config = { dataDir, databaseFile: join(dataDir, 'kerblight.db'), backupDir: join(dataDir, 'backups') }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Creates files, and folders for them, that every user may read. */
function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(join(folder, path, '..'), { recursive: true, mode: 0o755 })
    writeFileSync(join(folder, path), 'x')
    chmodSync(join(folder, path), 0o644)
  }
}

function close(): string[] {
  const warnings: string[] = []
  restrictAccess(config, (warning) => warnings.push(warning))
  return warnings
}

const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o7777).toString(8)

describe.skipIf(process.platform === 'win32')('the data on disk', () => {
  const ownPaths = [
    'kerblight.db',
    'kerblight.db-wal',
    'kerblight.db-shm',
    'kerblight.lock',
    'kerblight.db.before-restore-2026-03-01T00-30-00.000Z',
    'secrets.json',
    'identity.db',
    'stripe.db',
    'stripe.db-wal',
    'stripe.db.lock',
    'identity.json',
    'identity.json.tmp',
    'stripe.json',
    'stripe.0123456789ab.journal',
    'mail/2026-03-01T00-30-00.000Z-welcome.eml',
    'backups/kerblight-2026-03-01T00-30-00Z.db',
    'backups/kerblight-2026-03-01T00-30-00Z-by-hand.db',
    'backups/kerblight-2026-03-01T00-30-00Z.db.tmp',
  ]

  it('is inaccessible to other users, both folders and files', () => {
    write(...ownPaths.map((name) => `data/${name}`))
    expect(listExposedFiles(config.dataDir)).toHaveLength(ownPaths.length + 3)
    expect(close()).toEqual([])
    expect(listExposedFiles(config.dataDir)).toEqual([])
    expect(modeOf('data')).toBe('700')
    expect(modeOf('data/kerblight.db')).toBe('600')
  })

  it('is protected at any location', () => {
    config.databaseFile = join(folder, 'elsewhere/cars.db')
    config.backupDir = join(folder, 'copies')
    write('data/secrets.json', 'elsewhere/cars.db', 'elsewhere/cars.db-wal', 'elsewhere/other.db')
    write('copies/kerblight-2026-03-01T00-30-00Z.db')
    // These files were written before the settings named other locations.
    write('data/kerblight.db', 'data/kerblight.db-wal', 'data/backups/kerblight-2026-02-01T00-30-00Z.db')
    expect(close()).toEqual([])
    expect(listExposedFiles(config.dataDir)).toEqual([])
    expect(listExposedFiles(join(folder, 'elsewhere'))).toEqual(['. 755', 'other.db 644'])
    expect(listExposedFiles(config.backupDir)).toEqual([])
  })

  it('protects photos only by the mode of their folder, as there may be very many', () => {
    write('data/images/ab/abc-full.webp')
    expect(close()).toEqual([])
    expect(modeOf('data/images')).toBe('700')
  })

  it('is ignored if it does not exist yet', () => {
    expect(close()).toEqual([])
  })

  it('is not changed if the folder contains other files, which only causes a warning', () => {
    write('data/kerblight.db', 'data/notes.txt', 'data/mail/inbox', 'data/backups/photos.zip')
    const warnings = close()
    expect(warnings).toHaveLength(3)
    for (const [name, path] of [
      ['DATA_DIR', 'data'],
      ['DATA_DIR', 'data/mail'],
      ['BACKUP_DIR', 'data/backups'],
    ] as const) {
      const warning = warnings.find((text) => text.includes(`${join(folder, path)} `))
      expect(warning).toContain(name)
    }
    expect(listExposedFiles(config.dataDir).sort()).toEqual([
      '. 755',
      'backups 755',
      'backups/photos.zip 644',
      'mail 755',
      'mail/inbox 644',
      'notes.txt 644',
    ])
  })

  it('does not follow a link out of the folder', () => {
    write('outside.db', 'data/secrets.json')
    symlinkSync(join(folder, 'outside.db'), config.databaseFile)
    mkdirSync(join(folder, 'outside'), { mode: 0o755 })
    symlinkSync(join(folder, 'outside'), config.backupDir)
    close()
    expect(modeOf('outside.db')).toBe('644')
    expect(modeOf('outside')).toBe('755')
  })

  it('does not restrict a folder that all users share', () => {
    write('data/kerblight.db')
    chmodSync(config.dataDir, 0o1777)
    expect(close()).toEqual([expect.stringContaining('DATA_DIR')])
    expect(modeOf('data')).toBe('1777')
    expect(modeOf('data/kerblight.db')).toBe('600')
  })
})
