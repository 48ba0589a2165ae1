import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { defaultSettings } from '../../scripts/lib/default-settings.ts'

const scripts = join(import.meta.dirname, '../../scripts')

export interface Ended {
  code: number
  /** Stdout and stderr, in the order of arrival. */
  output: string
}

interface Surroundings {
  /** The command's settings. It inherits no others. */
  env?: Record<string, string>
  /** Input to type in a terminal once the command prompts for it. Without it, the command has no terminal. */
  typed?: string | (() => Promise<string>)
}

/** Runs an npm command's script as the bootstrap does. */
export function runCommand(name: string, args: string[], { env, typed }: Surroundings = {}): Promise<Ended> {
  const line = [process.execPath, join(scripts, `${name}.ts`), ...args]
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const settings = { PATH, HOME, NODE_COMPILE_CACHE, ...defaultSettings, ...env }
  // The program `script` of util-linux gives a program a terminal and passes on its exit code.
  const [file = '', ...programArgs] =
    typed === undefined ? line : ['script', '-qec', line.map(quote).join(' '), '/dev/null']
  const child = spawn(file, programArgs, { env: settings, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  child.stdin.on('error', () => {})
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      // Input before the prompt would be lost when the terminal switches to line mode.
      if (typed !== undefined && text.includes('[y/N]')) void respond()
    })
  if (typed === undefined) child.stdin.end()

  async function respond(): Promise<void> {
    child.stdin.write(typeof typed === 'function' ? await typed() : (typed ?? ''))
  }

  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? -1, output }))
  })
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
