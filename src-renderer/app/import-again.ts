declare global {
  /**
   * The function that the build substitutes for each `import()` of our own modules
   * (electron.vite.config.ts).
   */
  var $import: typeof importAgain
}

/** The suffix of each file's URL: one question mark per failed attempt. */
const failures: Record<string, string> = {}

/**
 * Loads a module by its file name. Browsers remember a failed module and repeat the error for the
 * page's lifetime (html.spec.whatwg.org, "fetch a single module script"). After a failure, the file
 * is therefore requested at a different URL.
 * @throws {TypeError} like `fetch` without a response; its message is the file's URL
 */
export function importAgain(file: string): Promise<unknown> {
  const url = file + (failures[file] ??= '')
  return import(/* @vite-ignore */ `/assets/${url}`).catch((error: unknown) => {
    failures[file] += '?'
    throw new TypeError(`/assets/${file}`, { cause: error })
  })
}

globalThis.$import = importAgain
