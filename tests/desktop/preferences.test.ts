import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createPreferences } from '../../src-main/system/preferences.ts'

function prepare({ hasLoginItem = true } = {}) {
  const file = join(mkdtempSync(join(tmpdir(), 'kerblight-preferences-')), 'preferences.json')
  const trayStates: boolean[] = []
  const starts: boolean[] = []
  const loginItem = hasLoginItem
    ? { isOn: () => starts.at(-1) ?? false, set: (isOn: boolean) => void starts.push(isOn) }
    : null
  const open = () => createPreferences({ file, loginItem, showTray: (isOn) => void trayStates.push(isOn) })
  return { file, shown: trayStates, starts, open }
}

it('both preferences are off at first', () => {
  const { open, shown: trayStates, starts } = prepare()
  expect(open().read()).toEqual({ staysInTray: false, startsAtLogin: false })
  expect([trayStates, starts]).toEqual([[], []])
})

it('each preference applies immediately and after a restart, regardless of the other preference', () => {
  const { open, shown: trayStates, starts } = prepare()
  expect(open().save({ staysInTray: true })).toEqual({ staysInTray: true, startsAtLogin: false })
  expect([trayStates, starts]).toEqual([[true], []])
  expect(open().save({ startsAtLogin: true })).toEqual({ staysInTray: true, startsAtLogin: true })
  expect([trayStates, starts]).toEqual([[true], [true]])
  expect(open().read()).toEqual({ staysInTray: true, startsAtLogin: true })
  expect(open().save({ staysInTray: false, startsAtLogin: false })).toEqual({
    staysInTray: false,
    startsAtLogin: false,
  })
  expect([trayStates, starts]).toEqual([
    [true, false],
    [true, false],
  ])
})

it('a console that can’t start at login reports it and saves the other preference', () => {
  const { open, starts } = prepare({ hasLoginItem: false })
  expect(open().save({ staysInTray: true, startsAtLogin: true })).toEqual({
    staysInTray: true,
    startsAtLogin: null,
  })
  expect(starts).toEqual([])
})

it('the tray is announced only once per computer, regardless of later preferences', () => {
  const { open } = prepare()
  const preferences = open()
  expect(preferences.isTrayNew()).toBe(true)
  expect(preferences.isTrayNew()).toBe(false)
  preferences.save({ staysInTray: true })
  expect(open().isTrayNew()).toBe(false)
  expect(open().read().staysInTray).toBe(true)
})

it('an invalid preferences file counts as no preferences', () => {
  const { file, open } = prepare()
  for (const text of ['', '{', '[]', '{"staysInTray":"yes"}']) {
    writeFileSync(file, text)
    expect(open().read().staysInTray).toBe(false)
  }
  open().save({ staysInTray: true })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ staysInTray: true })
})
