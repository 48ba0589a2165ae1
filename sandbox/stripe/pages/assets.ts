import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

export type AssetName = 'stripe' | 'card-frame' | 'three-d-secure' | 'onboarding'

const scripts = new Map<AssetName, string>()

/** Bundles a script of `../js` into a single file on first use. */
export function readScript(name: AssetName): string {
  const text = scripts.get(name) ?? bundle(name)
  scripts.set(name, text)
  return text
}

export function readStyles(name: AssetName): Promise<string> {
  return readFile(new URL(`./${name}.css`, import.meta.url), 'utf8')
}

/** Uses esbuild's synchronous API, because the asynchronous one leaves a process running. */
function bundle(name: AssetName): string {
  const result = buildSync({
    entryPoints: [fileURLToPath(new URL(`../js/${name}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'silent',
  })
  const [file] = result.outputFiles
  if (!file) throw new Error(`esbuild made nothing of ${name}`)
  return file.text
}
