import type { MenuItemConstructorOptions } from 'electron'
import { makeClassStrict } from '../strict.ts'
import { BrowserWindow } from './browser-window.ts'

/** A menu item that is never shown. As in Electron, a test clicks it with `click()`. */
export class MenuItem {
  readonly id: string
  readonly label: string
  readonly type: string
  readonly role: string | undefined
  readonly accelerator: string | undefined
  readonly submenu: Menu | undefined
  enabled: boolean
  checked: boolean
  readonly #options: MenuItemConstructorOptions

  constructor(options: MenuItemConstructorOptions) {
    const { submenu, role } = options
    this.#options = options
    this.id = options.id ?? ''
    this.label = options.label ?? role ?? ''
    this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu')
    this.role = role
    this.accelerator = options.accelerator
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : (submenu as Menu | undefined)
    this.enabled = options.enabled ?? true
    this.checked = options.checked ?? false
  }

  click(event: object = {}, window: BrowserWindow | null = BrowserWindow.getFocusedWindow()): void {
    if (!this.enabled) return
    if (this.type === 'checkbox') this.checked = !this.checked
    if (this.role !== undefined) {
      throw new Error(`electron-host: the menu role ${this.role} is not implemented`)
    }
    // The type declarations name Electron's own classes. The stand-ins implement the parts that are used.
    const click = this.#options.click as ((...args: unknown[]) => void) | undefined
    click?.(this, window ?? undefined, event)
  }
}
makeClassStrict('MenuItem', MenuItem)

export class Menu {
  static #application: Menu | null = null
  readonly items: MenuItem[] = []

  static buildFromTemplate(template: (MenuItemConstructorOptions | MenuItem)[]): Menu {
    const menu = new Menu()
    for (const entry of template) menu.append(entry instanceof MenuItem ? entry : new MenuItem(entry))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application
  }

  append(item: MenuItem): void {
    this.items.push(item)
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const match = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (match) return match
    }
    return null
  }

  /** Does nothing. No one sees a context menu here. */
  popup(_options?: object): void {}
}
makeClassStrict('Menu', Menu)
