import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const documents = execFileSync('git', ['ls-files', '--', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '')

/** Reports whether a path belongs to the example in CONTRIBUTING, which describes an imaginary feature. */
const isOfTheExample = (path: string) =>
  /\bsearch(es)?\b.*\.(api|repository|routes|service)\.|\/searches\b/.test(path)

it.each(documents)('%s names only existing files', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const mentionedPaths = [
    ...text.matchAll(/`((?:art|contract|sandbox|scripts|server|src-\w+|tests)\/[\w./-]+)`/g),
  ]
  const paths = [...new Set(mentionedPaths.map(([, path]) => path!))].filter((path) => !isOfTheExample(path))
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
