import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { findLoginItem, isStartedByLogin, createLinuxLoginItem } from '../../src-main/system/login-item.ts'

const settings = vi.hoisted(() => ({ openAtLogin: false, args: [] as string[] }))
const system = vi.hoisted(() => ({ appData: '', wasOpenedAtLogin: false }))
vi.mock('electron', () => ({
  app: {
    getPath: (name: string) => (name === 'appData' ? system.appData : '/opt/Kerblight/kerblight'),
    getLoginItemSettings: ({ args = [] }: { args?: string[] } = {}) => ({
      openAtLogin: settings.openAtLogin && args.join() === settings.args.join(),
      wasOpenedAtLogin: system.wasOpenedAtLogin,
    }),
    setLoginItemSettings: (newSettings: typeof settings) => void Object.assign(settings, newSettings),
  },
}))

it('the login item uses a desktop file on Linux and escapes any program path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-login-'))
  const item = createLinuxLoginItem(folder, '/opt/50% "off" $HOME/`x`\\kerblight')
  expect(item.isOn()).toBe(false)
  item.set(true)
  item.set(true)
  expect(item.isOn()).toBe(true)
  const entry = readFileSync(join(folder, 'autostart', 'kerblight.desktop'), 'utf8')
  const exec =
    String.raw`Exec="/opt/50%% \\"off\\" \\$HOME/\\` + '`x\\\\`' + String.raw`\\\\kerblight" --hidden`
  expect(entry.split('\n')).toContain(exec)
  item.set(false)
  item.set(false)
  expect(item.isOn()).toBe(false)
})

it.each(['darwin', 'win32'] as const)('the login item uses the system’s own setting on %s', (platform) => {
  const item = findLoginItem(platform, true)!
  expect(item.isOn()).toBe(false)
  item.set(true)
  expect(settings).toEqual({ openAtLogin: true, args: ['--hidden'] })
  expect(item.isOn()).toBe(true)
  item.set(false)
  expect(item.isOn()).toBe(false)
})

it('a development build has no login item', () => {
  expect(findLoginItem('linux', false)).toBeNull()
})

it('the login item starts the installed program on Linux, using the path of the AppImage file', () => {
  system.appData = mkdtempSync(join(tmpdir(), 'kerblight-login-'))
  const entry = () => readFileSync(join(system.appData, 'autostart', 'kerblight.desktop'), 'utf8').split('\n')
  vi.stubEnv('APPIMAGE', undefined)
  findLoginItem('linux', true)!.set(true)
  expect(entry()).toEqual(
    expect.arrayContaining([
      '[Desktop Entry]',
      'Type=Application',
      'Exec="/opt/Kerblight/kerblight" --hidden',
    ]),
  )
  vi.stubEnv('APPIMAGE', '/home/kay/Kerblight.AppImage')
  findLoginItem('linux', true)!.set(true)
  expect(entry()).toContain('Exec="/home/kay/Kerblight.AppImage" --hidden')
})

it('the login item distinguishes a start at login from a start by the user', () => {
  for (const isByLogin of [true, false]) {
    system.wasOpenedAtLogin = isByLogin
    vi.stubGlobal('process', { ...process, argv: ['kerblight', ...(isByLogin ? ['--hidden'] : [])] })
    for (const platform of ['darwin', 'win32', 'linux'] as const)
      expect([platform, isStartedByLogin(platform)]).toEqual([platform, isByLogin])
  }
})

// macOS reports a start at login only through the system. Other systems report it only through the argument.
it('the login item uses each system’s own signal to detect a start at login', () => {
  system.wasOpenedAtLogin = true
  expect(isStartedByLogin('linux')).toBe(false)
  expect(isStartedByLogin('darwin')).toBe(true)
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
