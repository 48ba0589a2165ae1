import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/root.ts'

/** Where the page of `writeBuiltPage` has its code. */
export const builtCode = '/assets/index.js'

/** The renderer's page with its code named as vite names it, into a folder that stands for `out/renderer`. */
export function writeBuiltPage(directory: string): void {
  const page = readFileSync(join(root, 'src-renderer', 'index.html'), 'utf8')
  const built = page
    .replace(/ *<script type="module" src="\/main\.tsx"><\/script>\n/, '')
    .replace('</head>', `<script type="module" crossorigin src="${builtCode}"></script></head>`)
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'index.html'), built)
}
