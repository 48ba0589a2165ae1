/** A file that can't be read: its message says why and what to do, in sentences for people. */
export class InvalidFileError extends Error {
  override readonly name = 'InvalidFileError'
}
