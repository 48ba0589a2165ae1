import { spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Running, type Outcome } from '../support/running.ts'

const root = join(import.meta.dirname, '..', '..')

/** A project with the real bootstrap and a fake npm that logs its arguments. */
export class FakeProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'kerblight-bootstrap-'))
  private readonly bin = join(this.folder, 'bin')
  private readonly started: ChildProcess[] = []

  constructor(engines = '>=22.18') {
    cpSync(join(root, 'scripts', 'bootstrap.cjs'), this.path('scripts/bootstrap.cjs'))
    cpSync(join(root, 'scripts', 'bootstrap'), this.path('scripts/bootstrap'), { recursive: true })
    cpSync(join(root, 'scripts', 'lib', 'end-with-parent.ts'), this.path('scripts/lib/end-with-parent.ts'))
    this.write('package.json', JSON.stringify({ type: 'module', engines: { node: engines } }))
    this.write('package-lock.json', '{"lockfileVersion":3}')
    this.write('bin/package.json', '{"type":"commonjs"}')
    symlinkSync(process.execPath, join(this.bin, 'node'))
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  write(name: string, text: string): void {
    mkdirSync(join(this.path(name), '..'), { recursive: true })
    writeFileSync(this.path(name), text)
  }

  /** Writes a command's script: the first line of every real script, followed by `body`. */
  command(name: string, body: string): void {
    const lifeLine = `import { endWithParent } from './lib/end-with-parent.ts'\nendWithParent()\n`
    this.write(`scripts/${name}.ts`, lifeLine + body)
  }

  /** Puts an npm on the PATH. `body` runs after the arguments are logged, with `args` and `fs` in scope. */
  npm(body: string): void {
    const note = `require('fs').appendFileSync(${JSON.stringify(this.path('npm.log'))}, args.join(' ') + '\\n')`
    const script = `#!/usr/bin/env node\nconst fs = require('fs')\nconst args = process.argv.slice(2)\n${note}\n${body}\n`
    writeFileSync(join(this.bin, 'npm'), script)
    chmodSync(join(this.bin, 'npm'), 0o755)
  }

  npmCalls(): string[] {
    const log = this.path('npm.log')
    return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
  }

  /** Starts the bootstrap in the test's environment, without the variables that npm sets. */
  start(args: string[], env: Record<string, string> = {}): Running {
    const child = spawn(process.execPath, ['scripts/bootstrap.cjs', ...args], {
      cwd: this.folder,
      env: { ...this.environment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.started.push(child)
    return new Running(child)
  }

  run(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
    return this.start(args, env).outcome
  }

  environment(): NodeJS.ProcessEnv {
    const inherited = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'))
    return { ...Object.fromEntries(inherited), PATH: `${this.bin}:/usr/bin/nothing-here` }
  }

  remove(): void {
    for (const child of this.started) child.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}
