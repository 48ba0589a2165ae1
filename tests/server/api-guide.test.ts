import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedDemo } from '../../server/seed/seed.ts'
import { photo } from '../support/photo.ts'
import { startSandbox, type TestSandbox } from '../support/sandbox.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

interface Example {
  /** The line number in the guide. */
  line: number
  script: string
  /** The output that the guide shows, in which `…` stands for any string. Null if the guide shows none. */
  expected: string | null
}

const guide = readFileSync(join(import.meta.dirname, '../../docs/developers/api.md'), 'utf8')
const examples = readExamples(guide)

const SEPARATOR = '--- next example ---'

let sandbox: TestSandbox
let server: TestServer
let folder: string
beforeAll(async () => {
  sandbox = await startSandbox()
  server = await startTestServer({
    stripeUrl: sandbox.stripe.url,
    identityUrl: sandbox.identity.url,
    webhookSecret: sandbox.webhookSecret,
    seed: seedDemo,
    env: { RATE_LIMITS: 'on' },
  })
  folder = mkdtempSync(join(tmpdir(), 'kerblight-guide-'))
  writeFileSync(join(folder, 'photo.jpg'), (await photo()).buffer)
})
afterAll(async () => {
  await server?.close()
  await sandbox?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

it('has examples for every topic', () => {
  expect(examples.length).toBeGreaterThan(20)
  expect(examples.filter(({ expected }) => expected !== null).length).toBeGreaterThan(15)
})

it('prints the output that the guide shows', async () => {
  const outputs = await run(examples)
  for (const [index, { line, script, expected }] of examples.entries()) {
    const output = outputs[index]!.trim()
    const description = `docs/developers/api.md:${line}\n${script}\nprinted:\n${output}\n`
    if (expected === null) expect(output, description).toBe('')
    else expect(output, description).toMatch(patternOf(expected))
  }
})

it('detects a different output', () => {
  expect('{"status":"ok"}').toMatch(patternOf('{"status":"…"}'))
  expect('{"status":"ok","writes":true}').not.toMatch(patternOf('{"status":"ok"}'))
})

/** Runs the examples in one shell, as a reader would, and returns the output of each. */
async function run(scripts: readonly Example[]): Promise<string[]> {
  const text = scripts.map(({ script }) => script).join(`\necho '${SEPARATOR}'\n`)
  const local = text
    .replaceAll('http://localhost:4000', server.url)
    .replaceAll('http://127.0.0.1:9099', sandbox.identity.url)
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const { stdout } = await promisify(execFile)('bash', ['-euc', local], {
    cwd: folder,
    env: { ...process.env, PATH: path },
  })
  // Lines of HTTP headers end with a carriage return.
  return stdout.replaceAll('\r', '').split(`${SEPARATOR}\n`)
}

/** Returns the `sh` blocks of a page, each with the block of output that follows it. */
function readExamples(page: string): Example[] {
  const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text], index, all) => ({
    language,
    text: text!,
    line: page.slice(0, all[index]!.index).split('\n').length,
  }))
  return blocks.flatMap(({ language, text, line }, index) => {
    const nextBlock = blocks[index + 1]
    const expected = nextBlock && nextBlock.language !== 'sh' ? nextBlock.text.trim() : null
    return language === 'sh' ? [{ line, script: text, expected }] : []
  })
}

function patternOf(expected: string): RegExp {
  const literals = expected.split('…').map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literals.join('[^]*?')}$`)
}
