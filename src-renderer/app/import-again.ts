declare global {
  /** What the build makes of each `import()` of a part of ours (electron.vite.config.ts). */
  var $import: typeof importAgain
}

const failures: Record<string, number> = {}

/**
 * Loads a part by its file. Browsers note that a module did not come, and say so again for as long as the page lives
 * (html.spec.whatwg.org, "fetch a single module script"): what failed is asked for by another address.
 */
export function importAgain(file: string): Promise<unknown> {
  const tries = failures[file]
  return import(/* @vite-ignore */ `/assets/${file}${tries ? `?${tries}` : ''}`).catch((error: unknown) => {
    failures[file] = (tries ?? 0) + 1
    throw error
  })
}

globalThis.$import = importAgain
