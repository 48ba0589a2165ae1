/** What was dropped can't be taken, in words that say what to do. */
export class RefusedFiles extends Error {
  override name = 'RefusedFiles'
}
