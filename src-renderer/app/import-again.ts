declare global {
  /** What the build makes of each `import()` of a part of ours (electron.vite.config.ts). */
  var $import: typeof importAgain
}

/** By file: a question mark for each time that it did not come. */
const failures: Record<string, string> = {}

/**
 * Loads a part by its file. Browsers note that a module did not come, and say so again for as long as the page lives
 * (html.spec.whatwg.org, "fetch a single module script"): what failed is asked for by another address.
 * @throws {TypeError} as `fetch` does where no answer came; its message is the file's address
 */
export function importAgain(file: string): Promise<unknown> {
  const address = file + (failures[file] ??= '')
  return import(/* @vite-ignore */ `/assets/${address}`).catch((error: unknown) => {
    failures[file] += '?'
    throw new TypeError(`/assets/${file}`, { cause: error })
  })
}

globalThis.$import = importAgain
