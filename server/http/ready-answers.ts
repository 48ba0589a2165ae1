import type { Tables } from '../db/tables.ts'

/** Which form of a car list: with contacts for members, without for strangers. */
export type Audience = 'member' | 'stranger'

/** Public reads as ready bytes. */
export interface ReadyAnswers {
  /** Called by the database layer on every write; drops what was read from that table. */
  drop(table: keyof Tables): void
}
