import { build } from 'esbuild'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageName } from '../../contract/pages.ts'
import { root } from './root.ts'

/** The pages whose text is in their component alone, and the component. */
const written = { blogs: 'BlogsPage', privacy: 'PrivacyPage', terms: 'TermsPage' } satisfies Partial<
  Record<PageName, string>
>

/**
 * Renders the pages that are the same for everybody into `<page>.html` in `outDir`: the server shows them to readers
 * without JavaScript. A component that is no longer a plain text fails here.
 * @param outDir within the project, so that the bundle finds its packages
 */
export async function writeEssentials(outDir: string): Promise<void> {
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(outDir, { recursive: true })
  const bundle = join(outDir, 'render.mjs')
  await build({
    stdin: { contents: renderer(), resolveDir: root, loader: 'tsx' },
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    jsx: 'automatic',
    logLevel: 'warning',
  })
  const { markup } = (await import(pathToFileURL(bundle).href)) as { markup: Record<string, string> }
  for (const [name, text] of Object.entries(markup)) writeFileSync(join(outDir, `${name}.html`), text)
  rmSync(bundle)
}

function renderer(): string {
  const components = Object.values(written)
  return [
    `import { renderToStaticMarkup } from 'react-dom/server'`,
    ...components.map((component) => `import { ${component} } from './src-renderer/pages/${component}.tsx'`),
    `export const markup = {`,
    ...Object.entries(written).map(([name, component]) => `${name}: renderToStaticMarkup(<${component} />),`),
    `}`,
  ].join('\n')
}
