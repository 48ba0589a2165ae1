import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { print, step } from '../bootstrap/print.cjs'
import { npmCommand } from './npm-command.ts'
import { root } from './root.ts'
import { run } from './run.ts'

const folder = join(root, 'node_modules', 'keytar')

export function isKeytarBuilt(): boolean {
  return existsSync(join(folder, 'build', 'Release', 'keytar.node'))
}

/**
 * Builds keytar's native module if it is missing. npm install skips it, because a server needs no keyring
 * library. Without the module, the console stores its token only in memory, so a failed build only prints a
 * warning.
 */
export async function ensureKeytar(): Promise<void> {
  if (!existsSync(folder) || isKeytarBuilt()) return
  // package.json's allowScripts disables install scripts. These arguments run them for this one package.
  const args = ['rebuild', 'keytar', '--foreground-scripts', '--dangerously-allow-all-scripts']
  const code = await step('Building the keychain module', () => runNpm(args))
  if (code === 0) return
  print(
    'The keychain module could not be built, so the console asks to sign in at each start. It needs a C++ ' +
      'compiler and, on Debian: apt-get install libsecret-1-dev pkg-config make g++ python3',
  )
}

function runNpm(args: string[]): Promise<number> {
  const env = headersFolder()
  const { file, before: npmArguments } = npmCommand()
  return run(file, [...npmArguments, ...args], { env })
}

/** Points npm at the headers that came with this Node, which avoids a download. */
function headersFolder(): Record<string, string> {
  const folder = dirname(dirname(process.execPath))
  return existsSync(join(folder, 'include', 'node', 'node.h')) ? { npm_config_nodedir: folder } : {}
}
