/** A file that can't be read: its message says why and what to do, in sentences for people. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile'
}
