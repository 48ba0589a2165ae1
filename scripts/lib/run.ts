import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

interface RunOptions {
  env?: Record<string, string>
  /**
   * Time limit in seconds. When it expires, the program receives SIGINT, and 10 seconds later it is killed.
   */
  limitSeconds?: number
}

const killAfter = 10_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a program with this process's streams and resolves with its exit code. The code is 1 if the program
 * cannot be started, or if a signal or the time limit ends it. The program ends with this process, and a
 * signal to this process ends both.
 */
export function run(file: string, args: string[], options: RunOptions = {}): Promise<number> {
  const child = spawn(file, args, { cwd: root, env: { ...process.env, ...options.env }, stdio: 'inherit' })
  const release = tieTogether(child)
  const limit = endAfter(child, options.limitSeconds)
  return new Promise((resolve) => {
    function finish(code: number): void {
      clearTimeout(limit)
      release()
      resolve(code)
    }
    child.once('error', (error) => {
      console.error(error.message)
      finish(1)
    })
    child.once('exit', (code) => finish(code ?? 1))
  })
}

/**
 * Ends a program with SIGINT, because test runners clean up their own child processes on SIGINT but not on
 * SIGTERM.
 */
function endProgram(child: ChildProcess): void {
  child.kill('SIGINT')
}

function tieTogether(child: ChildProcess): () => void {
  function endChild(): void {
    endProgram(child)
  }
  function stop(signal: NodeJS.Signals): void {
    child.once('exit', () => process.exit(1))
    // A terminal also sends Ctrl-C to the child, and a runner treats a second one as a forced exit.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) endProgram(child)
  }
  process.on('exit', endChild)
  for (const signal of signals) process.on(signal, stop)
  return () => {
    process.off('exit', endChild)
    for (const signal of signals) process.off(signal, stop)
  }
}

function endAfter(child: ChildProcess, seconds: number | undefined): NodeJS.Timeout | undefined {
  if (seconds === undefined) return undefined
  return setTimeout(() => {
    console.error(`Stopped after ${seconds} s: ${child.spawnargs.join(' ')}`)
    endProgram(child)
    setTimeout(() => child.kill('SIGKILL'), killAfter).unref()
  }, seconds * 1000)
}

interface ToolOptions extends RunOptions {
  /** The command's name, if the package provides several commands. Default: the first. */
  bin?: string
}

export function runTool(packageName: string, args: string[], options: ToolOptions = {}): Promise<number> {
  return run(process.execPath, [findPackageBin(packageName, options.bin), ...args], options)
}

function findPackageBin(packageName: string, name: string | undefined): string {
  const folder = join(root, 'node_modules', packageName)
  const { bin }: { bin: string | Record<string, string> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const file = typeof bin === 'string' ? bin : name === undefined ? Object.values(bin)[0] : bin[name]
  if (file === undefined) throw new Error(`${packageName} has no command ${name ?? ''}`)
  return join(folder, file)
}
