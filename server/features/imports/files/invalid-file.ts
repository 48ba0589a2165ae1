/**
 * An error for a file that can't be read. Its message gives users the reason and the solution in full
 * sentences.
 */
export class InvalidFileError extends Error {
  override readonly name = 'InvalidFileError'
}
