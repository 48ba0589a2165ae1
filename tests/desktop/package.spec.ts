import { extractFile, listPackage } from '@electron/asar'
import { FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'
import { FuseState, SENTINEL } from '@electron/fuses/dist/constants.js'
import { expect, test } from '@playwright/test'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageConsole } from '../../scripts/lib/package-console.ts'
import { findElectronProgram } from './electron-program.ts'

/*
 * The console is packaged as by `npm run dist`, except that no installers are created. An empty program
 * replaces Electron's binary if it is missing. These tests therefore check the files next to Electron and the
 * fuse settings.
 */

// All tests share one worker, because packing takes a while.
test.describe.configure({ mode: 'default' })

let folder: string
let packed: string
let archive: string
let files: string[]

test.beforeAll(async () => {
  test.setTimeout(120_000)
  folder = mkdtempSync(join(tmpdir(), 'kerblight-package-'))
  await packageConsole({
    targets: ['dir'],
    output: join(folder, 'dist'),
    electronDist: findElectronFolder() ?? makeElectronFolder(join(folder, 'electron')),
  })
  packed = join(folder, 'dist', 'linux-unpacked')
  archive = join(packed, 'resources', 'app.asar')
  files = listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/'))
})

test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the package contains only the three bundles and the keychain module', () => {
  const tops = new Set(files.map((path) => path.split('/').slice(1, 3).join('/')))
  expect([...tops].toSorted()).toEqual([
    'node_modules',
    'node_modules/keytar',
    'out',
    'out/main',
    'out/preload',
    'out/renderer',
    'package.json',
  ])
  expect(files.filter((path) => path.startsWith('/node_modules/keytar/')).toSorted()).toEqual([
    '/node_modules/keytar/build',
    '/node_modules/keytar/build/Release',
    '/node_modules/keytar/build/Release/keytar.node',
    '/node_modules/keytar/lib',
    '/node_modules/keytar/lib/keytar.js',
    '/node_modules/keytar/package.json',
  ])
})

test('the package contains no source, source map, test, or configuration', () => {
  expect(files.filter((path) => /\.(tsx?|map|env|ya?ml|sqlite\d?)$/.test(path))).toEqual([])
  const texts = files.filter((path) => /\.c?js$/.test(path)).map((path) => readPacked(path).toString())
  expect(texts.filter((text) => text.includes('sourceMappingURL='))).toEqual([])
})

test('the package imports only Node, Electron, and the keychain module in main', () => {
  const imports = files
    .filter((path) => /^\/out\/(main|preload)\/.*\.c?js$/.test(path))
    .flatMap((path) => importsOf(readPacked(path).toString()))
  const unknown = imports.filter(
    (name) => !name.startsWith('.') && !isOfNode(name) && !['electron', 'keytar'].includes(name),
  )
  expect(new Set(unknown)).toEqual(new Set())
})

test('the package keeps native code outside the archive so that the system can load it', () => {
  expect(
    existsSync(
      join(packed, 'resources', 'app.asar.unpacked', 'node_modules/keytar/build/Release/keytar.node'),
    ),
  ).toBe(true)
})

test('the package names its entry point, and no server or tool packages', () => {
  const manifest = JSON.parse(readPacked('/package.json').toString()) as Record<string, unknown>
  expect(manifest).toMatchObject({ name: 'kerblight', productName: 'Kerblight', main: 'out/main/index.js' })
  expect(manifest).toMatchObject({
    desktopName: 'kerblight.desktop',
    author: 'Kerblight <maintainers@kerblight.test>',
  })
  expect(Object.keys(manifest)).not.toContain('devDependencies')
  expect(Object.keys(manifest)).not.toContain('scripts')
})

test('the package sets the Electron fuses', async () => {
  expect(await getCurrentFuseWire(join(packed, 'kerblight'))).toMatchObject({
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: FuseState.DISABLE,
    [FuseV1Options.EnableCookieEncryption]: FuseState.ENABLE,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
    [FuseV1Options.EnableNodeCliInspectArguments]: FuseState.DISABLE,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: FuseState.ENABLE,
    [FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: FuseState.DISABLE,
  })
})

test('the package does not check for updates without a configured source', () => {
  expect(existsSync(join(packed, 'resources', 'app-update.yml'))).toBe(false)
})

function readPacked(path: string): Buffer {
  return extractFile(archive, path.slice(1))
}

function importsOf(source: string): string[] {
  const forms = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)(["'])([\w@./:-]+)\1/g
  return [...source.matchAll(forms)].map(([, , name]) => name ?? '')
}

function isOfNode(name: string): boolean {
  return name.startsWith('node:') || builtinModules.includes(name)
}

function findElectronFolder(): string | undefined {
  const program = findElectronProgram()
  return program.isStandIn ? undefined : join(program.path, '..')
}

/** Creates only the files that electron-builder looks for, including a program whose fuses are all off. */
function makeElectronFolder(folder: string): string {
  const manifestFile = createRequire(import.meta.url).resolve('electron/package.json')
  const { version } = JSON.parse(readFileSync(manifestFile, 'utf8')) as { version: string }
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  const fuses = Object.keys(FuseV1Options).filter((name) => !Number.isNaN(Number(name))).length
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, fuses]), Buffer.alloc(fuses, '0')])
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from('#!/bin/false\n'), wire]))
  chmodSync(join(folder, 'electron'), 0o755)
  writeFileSync(join(folder, 'version'), version)
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak'])
    writeFileSync(join(folder, name), '')
  return folder
}
