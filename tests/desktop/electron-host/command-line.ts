import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The parsed command line: `electron [switches] <app folder or file> [arguments of the app]`. */
export interface CommandLine {
  entry: string
  appFolder: string
  manifest: { name?: string; productName?: string; version?: string; main?: string }
  switches: string[]
  inspectPort: number | undefined
}

export function readCommandLine(args: string[]): CommandLine {
  const inspect = args.find((argument) => argument.startsWith('--inspect'))
  const switches = args.filter((argument) => argument.startsWith('--') && argument !== inspect)
  const app = resolve(args.find((argument) => !argument.startsWith('-')) ?? '.')
  const inspectPort = inspect === undefined ? undefined : Number(inspect.split('=')[1] ?? 9229)
  if (!statSync(app).isDirectory()) {
    return { entry: app, appFolder: dirname(app), manifest: {}, switches, inspectPort }
  }
  const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as CommandLine['manifest']
  const entry = join(app, manifest.main ?? 'index.js')
  return { entry, appFolder: app, manifest, switches, inspectPort }
}
