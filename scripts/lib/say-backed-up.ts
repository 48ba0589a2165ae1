import { say } from '../bootstrap/say.cjs'

/** What a command says that brings an older database up to date. */
export function sayBackedUp(copy: string): void {
  say(`The database was backed up before its schema changed: ${copy}`)
}
