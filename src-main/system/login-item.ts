import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app } from 'electron'

/** The setting that starts the console when the user signs in to the computer. */
export interface LoginItem {
  isOn: () => boolean
  set: (isOn: boolean) => void
}

/** Argument that starts the console without a window if it has a tray icon. */
const HIDDEN = '--hidden'

/** Returns the login item; null in a development build, which must not start automatically. */
export function findLoginItem(platform: NodeJS.Platform, isPackaged: boolean): LoginItem | null {
  if (!isPackaged) return null
  return platform === 'linux' ? linuxLoginItem(app.getPath('appData'), programPath()) : electronLoginItem()
}

/** Reports whether the system, not the user, has started the console. */
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
 * (specifications.freedesktop.org/autostart-spec), because Electron has no support for it on Linux.
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

/**
 * Quotes a program for the key Exec (specifications.freedesktop.org/desktop-entry-spec); special characters
 * are escaped twice.
 */
function quoted(program: string): string {
  const escaped = program.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('\\', '\\\\')
  return `"${escaped.replaceAll('%', '%%')}"`
}

/**
 * Returns the program's path. An AppImage is unpacked to a different place on each start, so it provides its
 * own path.
 */
function programPath(): string {
  return process.env.APPIMAGE ?? app.getPath('exe')
}
