import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRunning } from '../support/running.ts'
import { FakeProject } from './fake-project.ts'

const root = join(import.meta.dirname, '..', '..')
const packageName = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const installs = `fs.rmSync('node_modules', { recursive: true, force: true }); fs.mkdirSync('node_modules')`
const hangs = `setInterval(() => {}, 1000)`
/** A script that prints its process ID once it listens, and exits with code 3 when terminated. */
const waits = `process.on('SIGTERM', () => process.exit(3))
setInterval(() => {}, 1000)
console.log('pid ' + process.pid)`

let project: FakeProject

beforeEach(() => {
  project = new FakeProject()
  project.npm(installs)
  project.command('hello', `console.log(JSON.stringify(process.argv.slice(2)))`)
})

afterEach(() => project.remove())

describe('running a command', () => {
  it('forwards arguments, output, and the exit code', async () => {
    project.command(
      'seven',
      `console.log('out', process.argv.slice(2)); console.error('err'); process.exit(7)`,
    )
    const { code, stdout, stderr } = await project.run(['seven', '--cars', '10'])
    expect(code).toBe(7)
    expect(stdout).toBe("out [ '--cars', '10' ]\n")
    expect(stderr).toContain('err')
  })

  it('runs every command in package.json', async () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const names = Object.values(scripts).map((line) => /^node scripts\/bootstrap\.cjs (\S+)$/.exec(line)?.[1])
    for (const name of names) {
      expect(existsSync(join(root, 'scripts', `${name}.ts`)), name).toBe(true)
      project.command(name!, `console.log('ran')`)
      expect((await project.run([name!])).stdout, name).toBe('ran\n')
    }
  })

  it('puts the chosen Node first on the PATH of the command it starts', async () => {
    project.command('where', `console.log(process.env.PATH.split(':')[0])`)
    const { stdout } = await project.run(['where'])
    expect(stdout.trim()).toBe(join(process.execPath, '..'))
  })

  it('lists the commands for an unknown command and installs nothing', async () => {
    const { code, stderr } = await project.run(['../hello'])
    expect(code).toBe(2)
    expect(stderr).toContain('Commands: hello')
    expect(project.npmCalls()).toEqual([])
  })

  it('forwards SIGTERM and waits for the exit', async () => {
    project.command('wait', waits)
    const running = project.start(['wait'])
    await waitForPid(running)
    running.child.kill('SIGTERM')
    expect((await running.outcome).code).toBe(3)
  })

  it('ends with the same signal as the command', async () => {
    project.command('die', `process.kill(process.pid, 'SIGKILL')`)
    expect((await project.run(['die'])).signal).toBe('SIGKILL')
  })

  it('ends the command when it is killed', async () => {
    project.command('wait', waits)
    const running = project.start(['wait'])
    const pid = await waitForPid(running)
    running.child.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false)
  })

  it.each([
    ['directly', `spawn(process.execPath, ['scripts/bootstrap.cjs', 'wait'], { stdio: 'inherit' })`],
    [
      'through a shell',
      `spawn('/bin/sh', ['-c', 'node scripts/bootstrap.cjs wait; exit $?'], { stdio: 'inherit' })`,
    ],
  ])('ends the command when the npm process that started it %s is killed', async (_how, start) => {
    await project.run(['hello'])
    project.command('wait', waits)
    const npm = spawn(process.execPath, ['-e', `const { spawn } = require('child_process'); ${start}`], {
      cwd: project.folder,
      env: { ...project.environment(), npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let stdout = ''
    npm.stdout.on('data', (chunk: Buffer) => (stdout += String(chunk)))
    await expect.poll(() => stdout, { timeout: 10_000 }).toMatch(/pid \d+/)
    npm.kill('SIGKILL')
    const pid = Number(/pid (\d+)/.exec(stdout)?.[1])
    await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false)
  })
})

describe('installing packages', () => {
  it('installs development packages too, without the large downloads', async () => {
    project.npm(`${installs}
fs.writeFileSync('seen.json', JSON.stringify([process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD, process.env.ELECTRON_SKIP_BINARY_DOWNLOAD]))`)
    project.command(
      'seen',
      `import { readFileSync } from 'node:fs'\nconsole.log(readFileSync('seen.json', 'utf8'))`,
    )
    const { stdout, stderr } = await project.run(['seen'], { NODE_ENV: 'production' })
    expect(project.npmCalls()).toEqual(['ci --include=dev --include=optional --no-audit --no-fund'])
    expect(stdout.trim()).toBe('["1","1"]')
    expect(stderr).toMatch(/Installing packages …\n +done in \d+\.\d s/)
  })

  it('neither reinstalls nor prints anything while the lock file is unchanged', async () => {
    await project.run(['hello'])
    const { stdout, stderr } = await project.run(['hello'])
    expect(project.npmCalls()).toHaveLength(1)
    expect([stdout, stderr]).toEqual(['[]\n', ''])
  })

  it('installs again when the lock file changed', async () => {
    await project.run(['hello'])
    project.write('package-lock.json', '{"lockfileVersion":3,"packages":{}}')
    await project.run(['hello'])
    expect(project.npmCalls()).toHaveLength(2)
  })

  it('installs again if node_modules is missing', async () => {
    await project.run(['hello'])
    rmSync(project.path('node_modules'), { recursive: true })
    await project.run(['hello'])
    expect(project.npmCalls()).toHaveLength(2)
  })

  it('shows npm’s output when npm fails, exits with 1, and retries next time', async () => {
    project.npm(`${installs}; console.error('npm error code ERESOLVE'); process.exit(4)`)
    const { code, stdout, stderr } = await project.run(['hello'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('npm error code ERESOLVE')
    expect(stderr).toContain('npm ci failed (exit code 4)')

    project.npm(installs)
    expect((await project.run(['hello'])).code).toBe(0)
  })

  it('reports that the registry is unreachable', async () => {
    project.npm(`console.error('npm error code ENOTFOUND'); process.exit(1)`)
    const { code, stderr } = await project.run(['hello'])
    expect(code).toBe(1)
    expect(stderr).toContain('the npm registry cannot be reached')
  })

  it('reports that npm is missing', async () => {
    rmSync(project.path('bin/npm'))
    const { code, stderr } = await project.run(['hello'])
    expect(code).toBe(1)
    expect(stderr).toContain('npm is not on the PATH')
    expect(stderr).not.toContain('    at ')
  })

  it('stops npm on SIGTERM, and repeats the install next time', async () => {
    project.npm(`${installs}; fs.writeFileSync('npm.pid', String(process.pid)); ${hangs}`)
    const running = project.start(['hello'])
    await expect.poll(() => existsSync(project.path('npm.pid')), { timeout: 10_000 }).toBe(true)
    running.child.kill('SIGTERM')
    expect((await running.outcome).code).toBe(1)

    project.npm(installs)
    expect((await project.run(['hello'])).stdout).toBe('[]\n')
    expect(project.npmCalls()).toHaveLength(2)
  })
})

describe('running twice concurrently', () => {
  it('installs once, while the second process waits and reports it', async () => {
    project.npm(`${installs}
fs.writeFileSync('installing', '')
const timer = setInterval(() => { if (fs.existsSync('go')) clearInterval(timer) }, 20)`)
    const first = project.start(['hello'])
    await expect.poll(() => existsSync(project.path('installing')), { timeout: 10_000 }).toBe(true)
    const second = project.start(['hello'])
    await expect.poll(() => second.stderr, { timeout: 10_000 }).toContain('Waiting for another')
    project.write('go', '')
    expect((await Promise.all([first.outcome, second.outcome])).map((outcome) => outcome.code)).toEqual([
      0, 0,
    ])
    expect(project.npmCalls()).toHaveLength(1)
  })

  it('waits for an npm process that outlived its killed bootstrap, then installs again', async () => {
    project.npm(`${installs}; fs.writeFileSync('npm.pid', String(process.pid)); console.log(process.pid)
const timer = setInterval(() => { if (fs.existsSync('go')) clearInterval(timer) }, 20)
process.stdout.on('error', () => {})`)
    const first = project.start(['hello'])
    await expect.poll(() => existsSync(project.path('npm.pid')), { timeout: 10_000 }).toBe(true)
    first.child.kill('SIGKILL')
    await first.outcome
    const second = project.start(['hello'])
    await expect.poll(() => second.stderr, { timeout: 10_000 }).toContain('Waiting for another')
    expect(project.npmCalls()).toHaveLength(1)
    project.write('go', '')
    expect((await second.outcome).code).toBe(0)
    expect(project.npmCalls()).toHaveLength(2)
  })

  it('ignores the lock of a process that has ended', async () => {
    project.write('.node/bootstrap.lock', '999999 1\n')
    const { code, stderr } = await project.run(['hello'])
    expect(code).toBe(0)
    expect(stderr).not.toContain('Waiting for another')
    expect(existsSync(project.path('.node/bootstrap.lock'))).toBe(false)
  })
})

describe('with an outdated Node', () => {
  /**
   * A fake npm that simulates `npm install --prefix .node node-…@24`. The Node that it installs reports
   * version 99.2.0.
   */
  const installsNode = `if (args[0] === '--version') { console.log('11.0.0'); process.exit(0) }
if (args[0] === 'ci') { ${installs} } else {
  const folder = args[args.indexOf('--prefix') + 1] + '/node_modules/${packageName}/bin'
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(folder + '/node', '#!/bin/sh\\n[ "$1" = --version ] && echo v99.2.0 && exit\\nBROUGHT=1 exec ${process.execPath} "$@"\\n', { mode: 0o755 })
}`

  beforeEach(() => {
    project.remove()
    project = new FakeProject('>=99.1')
    project.npm(installsNode)
    project.command('which', `console.log(process.env.BROUGHT, process.env.PATH.split(':')[0])`)
  })

  it('downloads Node from npm, installs with it on the PATH, and runs the command with it', async () => {
    const { code, stdout, stderr } = await project.run(['which'])
    expect(code).toBe(0)
    expect(stdout.trim()).toBe(`1 ${project.path(`.node/node_modules/${packageName}/bin`)}`)
    expect(stderr).toContain('Installing Node.js 24')
    expect(project.npmCalls()[1]).toMatch(
      new RegExp(`^install --prefix .*/\\.node ${packageName}@24 --no-save`),
    )
  })

  it('downloads Node only once', async () => {
    await project.run(['which'])
    const before = project.npmCalls().length
    expect((await project.run(['which'])).stdout).toMatch(/^1 /)
    expect(project.npmCalls()).toHaveLength(before)
  })

  it('downloads Node again after an interruption', async () => {
    await project.run(['which'])
    rmSync(project.path('.node/version'))
    const { stderr } = await project.run(['which'])
    expect(stderr).toContain('Installing Node.js 24')
  })

  it('reports an error if the downloaded Node is unusable', async () => {
    project.npm(installsNode.replace('v99.2.0', 'v98.0.0'))
    const { code, stderr } = await project.run(['which'])
    expect(code).toBe(1)
    expect(stderr).toContain('Install Node.js >=99.1 yourself')
  })

  it('also downloads npm if the local version cannot read the lock file', async () => {
    project.npm(installsNode.replace('11.0.0', '6.14.18'))
    await project.run(['which'])
    expect(project.npmCalls()[1]).toContain(`${packageName}@24 npm@11`)
  })
})

async function waitForPid(running: { stdout: string }): Promise<number> {
  await expect.poll(() => running.stdout, { timeout: 10_000 }).toMatch(/pid \d+/)
  return Number(/pid (\d+)/.exec(running.stdout)?.[1])
}
