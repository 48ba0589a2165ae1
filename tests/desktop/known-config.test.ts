import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readKnownConfig, saveConfig } from '../../src-main/system/known-config.ts'
import { buildConfig } from './config-factory.ts'

const apiOrigin = 'https://cars.example'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-config-'))
  file = join(folder, 'server.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('the cache returns the latest settings of the given server', () => {
  saveConfig(file, apiOrigin, buildConfig())
  expect(readKnownConfig(file, apiOrigin)).toEqual(buildConfig())
  expect(readKnownConfig(file, 'https://others.example')).toBeNull()
  saveConfig(file, apiOrigin, buildConfig({ pictureHosts: ['https://i.ibb.co'] }))
  expect(readKnownConfig(file, apiOrigin)?.images.hosts).toEqual(['https://i.ibb.co'])
})

/** Each write creates a new file, so a changed inode number reveals a write. */
it('the cache writes the file only when the settings or the server change', () => {
  const readInode = () => statSync(file).ino
  saveConfig(file, apiOrigin, buildConfig())
  const first = readInode()
  saveConfig(file, apiOrigin, buildConfig())
  expect(readInode()).toBe(first)
  saveConfig(file, 'https://others.example', buildConfig())
  expect(readInode()).not.toBe(first)
})

it('the cache returns nothing if the stored settings are invalid for that server', () => {
  const sandbox = buildConfig({ emulatorUrl: 'http://127.0.0.1:9099' })
  saveConfig(file, apiOrigin, sandbox)
  expect(readKnownConfig(file, apiOrigin)).toBeNull()
  saveConfig(file, apiOrigin, buildConfig({ pictureHosts: ['https://127.0.0.1:9200'] }))
  expect(readKnownConfig(file, apiOrigin)).toBeNull()
  saveConfig(file, 'http://localhost:4000', sandbox)
  expect(readKnownConfig(file, 'http://localhost:4000')).toEqual(sandbox)
})
