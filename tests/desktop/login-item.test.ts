import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { findLoginItem, linuxLoginItem } from '../../src-main/system/login-item.ts'

const settings = vi.hoisted(() => ({ openAtLogin: false, args: [] as string[] }))
vi.mock('electron', () => ({
  app: {
    getLoginItemSettings: ({ args }: { args: string[] }) => ({
      openAtLogin: settings.openAtLogin && args.join() === settings.args.join(),
    }),
    setLoginItemSettings: (given: typeof settings) => void Object.assign(settings, given),
  },
}))

it('is a file of the desktop’s on Linux, whose program may have any name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-login-'))
  const item = linuxLoginItem(folder, '/opt/50% "off" $HOME/`x`\\kerblight')
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

it.each(['darwin', 'win32'] as const)('is the system’s own on %s', (platform) => {
  const item = findLoginItem(platform, true)!
  expect(item.isOn()).toBe(false)
  item.set(true)
  expect(settings).toEqual({ openAtLogin: true, args: ['--hidden'] })
  expect(item.isOn()).toBe(true)
  item.set(false)
  expect(item.isOn()).toBe(false)
})

it('is nothing for a development build', () => {
  expect(findLoginItem('linux', false)).toBeNull()
})
