/** `npm run docs:reference` generates the pages in docs/reference from the code. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REFERENCE_FOLDER, referencePages } from './lib/reference/pages.ts'
import { root } from './lib/root.ts'

const folder = join(root, REFERENCE_FOLDER)
await mkdir(folder, { recursive: true })
for (const [name, read] of Object.entries(referencePages)) {
  await writeFile(join(folder, name), await read())
  console.log(`Wrote ${REFERENCE_FOLDER}/${name}`)
}
