import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isSuperLinear, listPatterns, type PatternUse } from './linear-patterns.ts'

const root = join(import.meta.dirname, '..', '..')

/** Source files except tests, whose expressions only run on the tests' own input. */
const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx', '*.js', '*.cjs', '*.mjs', ':!tests'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path !== '')

/** Exempt expressions: the start of the path, the start of the expression, and the reason. */
const exceptions: readonly [path: string, text: string, reason: string][] = [
  ['electron.vite.config.ts', '/', 'It matches the paths of our own modules during the build.'],
  ['scripts/lib/discouraged-words.ts', '/', 'It reads our own texts.'],
  [
    'contract/desktop/desktop-links.ts',
    'new RegExp(`^\\\\?${OPEN_PARAM}=[',
    'Its only repetition is bounded.',
  ],
  [
    'contract/api/path-matcher.ts',
    'new RegExp(`^${known',
    'A slash separates its repetitions, which exclude it.',
  ],
  ['server/features/newsletter/issue-markup.ts', 'new RegExp(`${LINK}|', 'All its repetitions are bounded.'],
  ['server/features/newsletter/issue-markup.ts', 'new RegExp(LINK', 'All its repetitions are bounded.'],
  ['src-renderer/features/photos/photo-names.ts', 'new RegExp(`^([A-HJ-NPR', 'It matches a fixed length.'],
]

describe('regular expressions of the project', () => {
  const suspects = files
    .flatMap((path) => listPatterns(path, readFileSync(join(root, path), 'utf8')))
    .filter(({ literal }) => literal === undefined || isSuperLinear(literal))
  const isExempt = (use: PatternUse) =>
    exceptions.some(([path, text]) => use.path.startsWith(path) && use.text.startsWith(text))

  it('are linear, except those listed with a reason', () => {
    const violations = suspects.filter((use) => !isExempt(use))
    expect(violations.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([])
  })

  it('require every listed exception', () => {
    const unneeded = exceptions.filter(
      ([path, text]) => !suspects.some((use) => use.path.startsWith(path) && use.text.startsWith(text)),
    )
    expect(unneeded).toEqual([])
  })
})

describe('a regular expression', () => {
  it.each([
    /(?:a+)+$/,
    /^\d+\s*\d*!/,
    /\s+$/,
    /^([\d.,\s]+)\s*-?([a-z. ³]*)$/i,
    /<b>[^]*?<\/b>/,
    /\beyJ[\w-]+\.[\w-]+/,
    /,\s*a?\s*,x/,
  ])('is reported if it is super-linear: %s', (pattern) => {
    expect(isSuperLinear(pattern)).toBe(true)
  })

  it.each([/^\s+/, /(?<!\s)\s+$/, /\s+/g, /<[^<>]*>/, /^(.+)x$/, /\?[^\s"']+/g, /(\d{1,9})x/])(
    'is accepted if it is linear: %s',
    (pattern) => {
      expect(isSuperLinear(pattern)).toBe(false)
    },
  )

  it('is found in code as a literal and as a constructor call', () => {
    const source = 'const a = /x+/g\nconst b = new RegExp(a.source)\nconst c = RegExp("y")'
    expect(listPatterns('a.ts', source).map(({ line, text }) => [line, text])).toEqual([
      [1, '/x+/g'],
      [2, 'new RegExp(a.source)'],
      [3, 'RegExp("y")'],
    ])
  })
})
