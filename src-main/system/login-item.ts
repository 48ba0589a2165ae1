import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app } from 'electron'

export interface LoginItem {
  isOn: () => boolean
  set: (isOn: boolean) => void
}

/** Starts the console without a window if the tray icon is enabled. */
const HIDDEN = '--hidden'

/** Returns null in a development build, which must not start automatically. */
export function findLoginItem(platform: NodeJS.Platform, isPackaged: boolean): LoginItem | null {
  if (!isPackaged) return null
  return platform === 'linux'
    ? createLinuxLoginItem(app.getPath('appData'), programPath())
    : electronLoginItem()
}

/** Reports whether the system started the console at sign-in, rather than the user. */
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
 * Creates a login item as a file in the desktop's autostart folder
 * (specifications.freedesktop.org/autostart-spec), because Electron does not support login items on Linux.
 * @param configFolder `$XDG_CONFIG_HOME`
 */
export function createLinuxLoginItem(configFolder: string, program: string): LoginItem {
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

/**
 * Quotes a program's path for the `Exec` key (specifications.freedesktop.org/desktop-entry-spec). Special
 * characters are escaped twice.
 */
function quoted(program: string): string {
  const escaped = program.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('\\', '\\\\')
  return `"${escaped.replaceAll('%', '%%')}"`
}

/** An AppImage has a different mount path on each start, so its path comes from `APPIMAGE`. */
function programPath(): string {
  return process.env.APPIMAGE ?? app.getPath('exe')
}
