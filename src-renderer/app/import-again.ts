declare global {
  /**
   * The function that the build substitutes for each `import()` of our own parts (electron.vite.config.ts).
   */
  var $import: typeof importAgain
}

/** The suffix of each file's address: one question mark per failed attempt. */
const failures: Record<string, string> = {}

/**
 * Loads a part by its file. Browsers remember that a module failed to load, and repeat the error for the
 * lifetime of the page (html.spec.whatwg.org, "fetch a single module script"). A failed file is therefore
 * requested by a different address.
 * @throws {TypeError} like `fetch` without a response; its message is the file's address
 */
export function importAgain(file: string): Promise<unknown> {
  const address = file + (failures[file] ??= '')
  return import(/* @vite-ignore */ `/assets/${address}`).catch((error: unknown) => {
    failures[file] += '?'
    throw new TypeError(`/assets/${file}`, { cause: error })
  })
}

globalThis.$import = importAgain
