import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { print } from '../bootstrap/print.cjs'
import { run } from './run.ts'

/**
 * Debian packages for the tests: the browser, the build dependencies of keytar, and a keyring that works
 * without a display.
 */
const needed = [
  'chromium-headless-shell',
  'libsecret-1-dev',
  'pkg-config',
  'dbus',
  'gnome-keyring',
  'make',
  'g++',
  'python3',
]

/**
 * Installs the missing packages if permitted (as root, or with sudo without a password). Otherwise, it prints
 * their names and continues. The tests that need a missing package then report it themselves.
 */
export async function ensureDebianPackages(): Promise<void> {
  if (!existsSync('/usr/bin/dpkg-query')) {
    print(
      'This system does not use Debian packages. For the browser tests, set CHROMIUM_PATH to Chromium or Chrome.',
    )
    return
  }
  const missing = needed.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  const isRoot = process.getuid?.() === 0
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) {
    print(`The tests need packages that require root to install: sudo apt-get install ${missing.join(' ')}`)
    return
  }
  print(`Installing Debian packages: ${missing.join(' ')}`)
  await runApt(isRoot, ['update', '-qq'])
  const code = await runApt(isRoot, ['install', '-y', '-qq', '--no-install-recommends', ...missing])
  if (code !== 0)
    print(
      `apt-get could not install all of these packages: ${missing.join(' ')}. Tests that need them will fail.`,
    )
}

function runApt(isRoot: boolean, args: string[]): Promise<number> {
  const program = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
  return run(isRoot ? 'env' : 'sudo', isRoot ? program : ['-n', ...program], { limitSeconds: 300 })
}

function isInstalled(name: string): boolean {
  const response = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { encoding: 'utf8' })
  return response.stdout === 'installed'
}
