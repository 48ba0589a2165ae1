import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app } from 'electron'

/** Starts the console when somebody signs in to the computer. */
export interface LoginItem {
  isOn: () => boolean
  set: (isOn: boolean) => void
}

/** With this the console starts without a window, where it is in the tray. */
const HIDDEN = '--hidden'

/** Null in a development build, which is nothing to start by itself. */
export function findLoginItem(platform: NodeJS.Platform, isPackaged: boolean): LoginItem | null {
  if (!isPackaged) return null
  return platform === 'linux' ? linuxLoginItem(app.getPath('appData'), programPath()) : electronLoginItem()
}

/** Whether the system has started the console, rather than somebody. */
export function isStartedByLogin(platform: NodeJS.Platform): boolean {
  if (platform === 'darwin') return app.getLoginItemSettings().wasOpenedAtLogin
  return process.argv.includes(HIDDEN)
}

function electronLoginItem(): LoginItem {
  const args = [HIDDEN]
  return {
    isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
    set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, args }),
  }
}

/**
 * A file in the folder of what desktops start (specifications.freedesktop.org/autostart-spec), since Electron has nothing
 * for them.
 * @param configFolder `$XDG_CONFIG_HOME`
 */
export function linuxLoginItem(configFolder: string, program: string): LoginItem {
  const file = join(configFolder, 'autostart', 'kerblight.desktop')
  return {
    isOn: () => existsSync(file),
    set(isOn) {
      if (!isOn) return rmSync(file, { force: true })
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, desktopEntry(program))
    },
  }
}

function desktopEntry(program: string): string {
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Kerblight', 'Icon=kerblight']
  return [...lines, `Exec=${quoted(program)} ${HIDDEN}`, 'X-GNOME-Autostart-enabled=true', ''].join('\n')
}

/** As the key Exec has it (specifications.freedesktop.org/desktop-entry-spec): quoted, and what is special twice escaped. */
function quoted(program: string): string {
  const escaped = program.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('\\', '\\\\')
  return `"${escaped.replaceAll('%', '%%')}"`
}

/** An AppImage is unpacked for each start to another place; it says where it is itself. */
function programPath(): string {
  return process.env.APPIMAGE ?? app.getPath('exe')
}
