import { print } from '../bootstrap/print.cjs'

/** Prints the path of the backup that a command made before it migrated an older database. */
export function printBackupPath(copy: string): void {
  print(`The database was backed up before its schema changed: ${copy}`)
}
