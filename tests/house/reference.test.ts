import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { REFERENCE_FOLDER, referencePages } from '../../scripts/lib/reference/pages.ts'
import { root } from '../../scripts/lib/root.ts'

it.each(Object.entries(referencePages))(
  '%s describes the code; if it fails, run `npm run docs:reference`',
  async (name, read) => {
    expect(readFileSync(join(root, REFERENCE_FOLDER, name), 'utf8')).toBe(await read())
  },
)
