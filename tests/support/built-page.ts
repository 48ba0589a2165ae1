import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/root.ts'

/** Path of the page's script. */
export const builtCode = '/assets/index.js'

/**
 * Writes the renderer's page to a folder that stands for `out/renderer`. The script is named as Vite names
 * it.
 */
export function writeBuiltPage(directory: string): void {
  const page = readFileSync(join(root, 'src-renderer', 'index.html'), 'utf8')
  const built = page
    .replace(/ *<script type="module" src="\/main\.tsx"><\/script>\n/, '')
    .replace('</head>', `<script type="module" crossorigin src="${builtCode}"></script></head>`)
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'index.html'), built)
}
