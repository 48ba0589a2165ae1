/**
 * The error for a file that can't be read. Its message is shown to users and states the reason and the remedy
 * in full sentences.
 */
export class InvalidFileError extends Error {
  override readonly name = 'InvalidFileError'
}
