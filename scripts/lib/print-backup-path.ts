import { print } from '../bootstrap/print.cjs'

/** What a command says that brings an older database up to date. */
export function printBackupPath(copy: string): void {
  print(`The database was backed up before its schema changed: ${copy}`)
}
