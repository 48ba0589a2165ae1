import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findDiscouragedWords } from '../../scripts/lib/discouraged-words.ts'
import { findForbiddenWords, forbiddenWords } from './glossary.ts'
import { extractPrintedTexts, extractTitles } from './labels.ts'
import { listCommentProblems, listPageProblems } from './plain-english.ts'
import { extractComments, extractCodeTexts, extractPageTexts } from './words.ts'

const root = join(import.meta.dirname, '..', '..')

/**
 * Exempt files: the glossary itself, and files with external wording, such as that of the specification,
 * Stripe, the demo users, SQL, and car makers.
 */
const quoting = [
  'docs/glossary.md',
  'contract/strings.ts',
  'contract/cars/known-models.ts',
  'sandbox/stripe/',
  'server/seed/',
]

const kinds = ['*.ts', '*.tsx', '*.cjs', '*.cts', '*.mjs', '*.css', '*.md', '.env.example']
const all = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...kinds], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && !path.startsWith('tests/fixtures/'))

const files = all
  .filter((path) => /\.(tsx?|md)$|^\.env\.example$/.test(path) && !path.startsWith('tests/'))
  .filter((path) => !quoting.some((folder) => path.startsWith(folder)))

function findForbiddenAt(path: string, source: string): string[] {
  const texts = /\.tsx?$/.test(path) ? extractCodeTexts(path, source) : extractPageTexts(source)
  return texts.flatMap(({ line, words }) =>
    findForbiddenWords(words).map((violation) => `${path}:${line} ${violation}`),
  )
}

describe('user-facing text', () => {
  it('uses one name per concept, in plain American English', () => {
    expect(forbiddenWords.length).toBeGreaterThan(50)
    expect(files.flatMap((path) => findForbiddenAt(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
  })
})

/**
 * Files with the product's strings, on screen and in emails. Markdown pages use straight apostrophes, so they
 * are exempt.
 */
const productFiles = files.filter((path) => /^(contract|server|src-main|src-renderer)\/.*\.tsx?$/.test(path))

const straightApostrophe = /\p{L}'\p{L}/u

function findStraightApostrophes(path: string, source: string): string[] {
  return extractCodeTexts(path, source)
    .filter(({ words }) => straightApostrophe.test(words))
    .map(({ line, words }) => `${path}:${line} ${words} (write: ’)`)
}

describe('an apostrophe', () => {
  it('is typographic in all text of the product', () => {
    expect(productFiles.length).toBeGreaterThan(500)
    expect(
      productFiles.flatMap((path) => findStraightApostrophes(path, readFileSync(join(root, path), 'utf8'))),
    ).toEqual([])
  })

  it.each([
    ['in a string', `export const a = "You're in"`, 1],
    ['in a template', "export const a = `${b} isn't here`", 1],
    ['in JSX', `export const A = () => <p>We can't read this</p>`, 1],
    ['unless it is a quotation mark', `export const a = "See 'Usage time' there"`, 0],
    ['unless it is in code', "export const a = sql`select 'a'b`", 0],
  ])('is found %s', (_where, source, count) => {
    expect(findStraightApostrophes('a.tsx', source)).toHaveLength(count)
  })
})

describe('a seeded word', () => {
  it.each([
    ['in a string', 'a.ts', `export const a = 'Choose a picture.'`],
    ['in a label', 'a.ts', `export const a = 'Gearbox'`],
    ['in a template', 'a.ts', 'export const a = `${b} colours`'],
    ['in JSX', 'a.tsx', `export const A = () => <p>Enter your e-mail</p>`],
    ['in a visible attribute', 'a.tsx', `export const A = () => <img alt="A car at the kerb" />`],
    ['within markup', 'a.ts', 'export const a = `<p>Log in</p>`'],
    ['on a page', 'a.md', 'A line.\n\nThe car is withdrawn.'],
    ['regardless of case', 'a.md', 'PLEASE try it.'],
  ])('is found %s', (_where, path, source) => {
    expect(findForbiddenAt(path, source)).toHaveLength(1)
  })
})

describe('text that is not user-facing', () => {
  it.each([
    ['a value on the wire', 'a.ts', `export const a = ['Petrol', 'gearbox']`],
    ['a module', 'a.ts', `import { a } from './the picture.ts'`],
    ['a type', 'a.ts', `export type A = 'Car park'`],
    ['a key', 'a.ts', `export const a = { 'Car park': 1 }`],
    ['a class', 'a.tsx', `export const A = () => <i className="picture wide" />`],
    ['a query', 'a.ts', 'export const a = sql`select featured from cars`'],
    ['markup’s own names', 'a.ts', 'export const a = `<p class="brand">Kerblight</p>`'],
    ['code on a page', 'a.md', 'Call `GET /picture`.\n\n```\nthe picture\n```'],
    ['an address on a page', 'a.md', '[Photos](docs/picture.md)'],
    ['a part of a name', 'a.ts', `export const a = 'See picture-worker.ts and DATA_DIR/mails'`],
  ])('is ignored: %s', (_what, path, source) => {
    expect(findForbiddenAt(path, source)).toEqual([])
  })
})

function findProblemsAt(path: string, source: string): string[] {
  if (path.endsWith('.md')) return listPageProblems(source).map((problem) => `${path}:${problem}`)
  return extractComments(path, source).flatMap(({ line, words }) =>
    listCommentProblems(words).map((problem) => `${path}:${line} ${problem}`),
  )
}

describe('comments and documentation', () => {
  it('are in plain American technical English', () => {
    expect(all.length).toBeGreaterThan(1500)
    const checked = all.filter((path) => path !== '.env.example')
    expect(checked.flatMap((path) => findProblemsAt(path, readFileSync(join(root, path), 'utf8')))).toEqual(
      [],
    )
  })

  it.each([
    ['a comment that opens with a clause', 'a.ts', '/** What the user typed. */\nexport const a = 1'],
    [
      'a second sentence that opens with a clause',
      'a.ts',
      '// The lock is held. Whose it is does not matter.',
    ],
    ['a fragment', 'a.ts', '/** Of the rows that are imported. */\nexport const a = 1'],
    ['a fragment in a parameter', 'a.ts', '/** @param rows Of each file. */\nexport const a = 1'],
    ['a word of the list', 'a.tsx', 'export const A = () => <p>{/* Nobody reads it. */}</p>'],
    ['a British spelling', 'a.ts', '// The colour of the car.'],
    ['a comment of a style sheet', 'a.css', '.a {\n  /* Whose it is. */\n}'],
    ['a word in a table', 'a.md', '| a | b |\n| - | - |\n| c | It is kept. |'],
    ['two sentences in a line', 'a.md', 'Start it. Stop it.'],
    ['a sentence in two lines', 'a.md', 'Start the\nserver.'],
    ['a long sentence', 'a.md', `${'word '.repeat(26)}.`],
  ])('are rejected for %s', (_what, path, source) => {
    expect(findProblemsAt(path, source)).toHaveLength(1)
  })

  it.each([
    ['code', 'a.md', 'Call `GET /what is kept`.\n\n```sh\nWhat is kept. So many.\n```'],
    ['texts of the screen', 'a.md', 'The page shows “Nobody has kept it”.'],
    ['a question', 'a.md', '## Who can sign in?'],
    ['an introductory phrase', 'a.ts', '// To the server, both are the same.'],
  ])('may have %s', (_what, path, source) => {
    expect(findProblemsAt(path, source)).toEqual([])
  })
})

/** Lists the replaced words in titles and printed texts. Rows of tables may be input with other spellings. */
function findReplacedAt(path: string, source: string): string[] {
  const labels = path.startsWith('scripts/') ? extractPrintedTexts(path, source) : extractTitles(path, source)
  return labels.flatMap(({ line, words }) =>
    findDiscouragedWords(words).map((word) => `${path}:${line} ${word}`),
  )
}

describe('test titles and texts that scripts print', () => {
  it('use the words of the style guide', () => {
    const checked = all.filter((path) => /^(scripts|tests)\/.*\.(tsx?|cjs|mjs)$/.test(path))
    expect(checked.length).toBeGreaterThan(500)
    expect(checked.flatMap((path) => findReplacedAt(path, readFileSync(join(root, path), 'utf8')))).toEqual(
      [],
    )
  })

  it.each([
    ['a title', 'tests/a.test.ts', `it('tells the buyer', () => {})`],
    ['a template', 'tests/a.test.ts', 'test(`is ${a} at once`, () => {})'],
    ['a suite', 'tests/a.test.ts', `describe.skipIf(a)('a key alone', () => {})`],
    ['a step', 'tests/a.spec.ts', `await test.step('nobody pays', async () => {})`],
    ['a row', 'tests/a.test.ts', `it.each([['a kept car', 1]])('%s', () => {})`],
    ['a row of one cell', 'tests/a.test.ts', `it.each<string>(['a kept car'])('%s', () => {})`],
    ['a printed figure', 'scripts/a.ts', `printFigure('notices told', '5')`],
    ['a printed condition', 'scripts/a.ts', "print(a ? 'done' : `${b} kept`)"],
    ['a line of the log', 'scripts/a.cjs', `console.error('goes on')`],
  ])('do not use replaced words in %s', (_what, path, source) => {
    expect(findReplacedAt(path, source)).toHaveLength(1)
  })

  it.each([
    ['a fragment', 'tests/a.test.ts', `it('of a sold car', () => {})`],
    ['a quotation', 'tests/a.test.ts', `it('shows “Your edits are kept”', () => {})`],
    ['input without words', 'tests/a.test.ts', `it.each(['2 %'])('%s', () => {})`],
    ['other strings of a test', 'tests/a.test.ts', `expect(text).toContain('is kept')`],
    ['unprinted strings', 'scripts/a.ts', `const field = 'kept'`],
  ])('may have %s', (_what, path, source) => {
    expect(findReplacedAt(path, source)).toEqual([])
  })
})
