import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import {
  commandIds,
  commands,
  isMainCommand,
  mainCommandIds,
  canRun,
  nobody,
  type Command,
  type CommandId,
  type Viewer,
} from '../../contract/desktop/commands.ts'
import { buildMenuTemplate } from '../../src-main/window/menu.ts'

const seller: Viewer = { isSignedIn: true, isAdmin: false, isSeller: true }
const admin: Viewer = { isSignedIn: true, isAdmin: true, isSeller: false }

function items(viewer: Viewer, platform: NodeJS.Platform = 'linux', run = (_id: CommandId) => {}) {
  return buildMenuTemplate({ viewer, platform, run }).flatMap(({ submenu }): MenuItemConstructorOptions[] =>
    Array.isArray(submenu) ? submenu : [],
  )
}

function enabled(viewer: Viewer): string[] {
  return items(viewer).flatMap(({ id, enabled }) => (id !== undefined && enabled === true ? [id] : []))
}

describe('the commands', () => {
  it('have unique accelerators', () => {
    const keys = commandIds.flatMap((id) => {
      const { accelerator, alsoBy = [] }: Command = commands[id]
      return [...(accelerator === undefined ? [] : [accelerator]), ...alsoBy].map((key) => key.toLowerCase())
    })
    expect(new Set(keys).size).toBe(keys.length)
    // The operating system reserves these shortcuts in every text field.
    for (const reservedShortcut of [
      'cmdorctrl+c',
      'cmdorctrl+v',
      'cmdorctrl+x',
      'cmdorctrl+a',
      'cmdorctrl+z',
    ]) {
      expect(keys).not.toContain(reservedShortcut)
    }
  })

  it('belong either to main or to the page, each once', () => {
    expect(mainCommandIds).toContain('print')
    expect(mainCommandIds).not.toContain('overview')
    expect(commandIds.filter(isMainCommand)).toEqual(mainCommandIds)
  })

  it('are available to the users who may open their page', () => {
    expect(canRun('audit', seller)).toBe(false)
    expect(canRun('audit', admin)).toBe(true)
    expect(canRun('myCars', nobody)).toBe(false)
    expect(canRun('about', nobody)).toBe(true)
  })
})

describe('the native menu', () => {
  it('contains every command once, in the table’s order within a group', () => {
    const ids = items(admin).flatMap(({ id }) => (id === undefined ? [] : [id]))
    expect([...ids].sort()).toEqual([...commandIds].sort())
    expect(ids.filter((id) => commands[id as CommandId].group === 'go')).toEqual(
      commandIds.filter((id) => commands[id].group === 'go'),
    )
  })

  it('enables only the commands available to the user', () => {
    expect(enabled(nobody)).not.toContain('logOut')
    expect(enabled(seller)).toEqual(expect.arrayContaining(['addCar', 'myCars', 'logOut']))
    expect(enabled(seller)).not.toContain('allUsers')
    expect(enabled(admin)).toEqual(expect.arrayContaining(['allUsers', 'payments', 'audit']))
  })

  it('zooms in without Shift and with the number pad, using hidden items', () => {
    const hidden = items(nobody).filter(({ visible }) => visible === false)
    expect(hidden.map(({ accelerator }) => accelerator)).toEqual([
      'CmdOrCtrl+=',
      'CmdOrCtrl+numadd',
      'CmdOrCtrl+numsub',
      'CmdOrCtrl+num0',
    ])
    expect(hidden.every(({ id, acceleratorWorksWhenHidden }) => !id && acceleratorWorksWhenHidden)).toBe(true)
  })

  it('runs the selected command', () => {
    const ran: CommandId[] = []
    const item = items(admin, 'linux', (id) => void ran.push(id)).find(({ id }) => id === 'print')
    ;(item?.click as (() => void) | undefined)?.()
    expect(ran).toEqual(['print'])
  })

  it('has the program’s own menu on macOS, and Quit under File elsewhere', () => {
    const roles = (platform: NodeJS.Platform) => items(admin, platform).map(({ role }) => role)
    expect(buildMenuTemplate({ viewer: admin, platform: 'darwin', run: () => {} })[0]?.role).toBe('appMenu')
    expect(roles('darwin')).not.toContain('quit')
    expect(roles('win32')).toContain('quit')
  })
})
