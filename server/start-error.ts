/** The server could not start; its message says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
