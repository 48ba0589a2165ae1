import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The Electron program that the tests run on. */
export interface ElectronProgram {
  path: string
  /** The program's name in reports, which prevents the stand-in from being mistaken for Electron. */
  name: string
  isStandIn: boolean
}

/**
 * Returns the program that `ELECTRON_BINARY` names, or else the one that the npm package has downloaded. If
 * neither exists, returns the stand-in.
 */
export function findElectronProgram(): ElectronProgram {
  const given = process.env.ELECTRON_BINARY
  if (given) return { path: given, name: `Electron of ${given}`, isStandIn: false }
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const pathFile = join(folder, 'path.txt')
  const path = existsSync(pathFile) ? join(folder, 'dist', readFileSync(pathFile, 'utf8')) : undefined
  if (path !== undefined && existsSync(path)) {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { path, name: `Electron ${version}`, isStandIn: false }
  }
  const standIn = join(import.meta.dirname, 'electron-host', 'electron')
  return { path: standIn, name: 'the stand-in host', isStandIn: true }
}
