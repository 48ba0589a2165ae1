import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface ElectronProgram {
  path: string
  /** Name in reports, which distinguishes the stand-in from Electron. */
  name: string
  isStandIn: boolean
}

/**
 * Returns the program that `ELECTRON_BINARY` names, or else the one from the npm package. If neither exists,
 * returns the stand-in.
 */
export function findElectronProgram(): ElectronProgram {
  const configuredProgram = process.env.ELECTRON_BINARY
  if (configuredProgram)
    return { path: configuredProgram, name: `Electron of ${configuredProgram}`, isStandIn: false }
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
