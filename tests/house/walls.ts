import type { Import, SourceFile } from './source-file.ts'

/** Which parts of the project each part may import from; its own and packages aside. */
const mayImport: Record<string, string[]> = {
  contract: [],
  server: ['contract'],
  sandbox: ['contract'],
  'src-main': ['contract'],
  'src-preload': ['contract'],
  'src-renderer': ['contract'],
  scripts: ['contract', 'server', 'sandbox', 'src-main'],
  'playwright.config.ts': ['scripts', 'tests'],
  tests: ['contract', 'server', 'sandbox', 'src-main', 'src-preload', 'src-renderer', 'scripts'],
}

/** The renderer's layers, from the ground up: none imports from one further up. `app` ties them together. */
const rendererLayers: Record<string, number> = { platform: 0, api: 0, ui: 1, features: 2, pages: 3 }

const unfinished = /\b(TODO|FIXME|XXX|HACK)\b/
const silenced = /\b(eslint|oxlint)-disable|@ts-(ignore|nocheck|expect-error)|prettier-ignore/

/** Every house rule that `file` breaks, one sentence each. */
export function findFaults(file: SourceFile): string[] {
  return [...file.imports.flatMap((item) => findImportFaults(file.path, item)), ...findFormFaults(file)]
}

function findImportFaults(path: string, item: Import): string[] {
  const faults = item.isPackage ? packageFaults(path, item) : partFaults(path, item)
  return faults.map((fault) => `${path}: ${fault} (${item.target})`)
}

function packageFaults(path: string, { target }: Import): string[] {
  const part = partOf(path)
  if (part === 'contract' && target !== 'zod') return ['the contract imports zod, nothing else']
  if (part === 'src-preload' && target !== 'electron') return ['the preload imports electron, nothing else']
  if (part === 'src-renderer' && (target.startsWith('node:') || target === 'electron')) {
    return ['the renderer runs in a browser']
  }
  if (part !== 'src-main' && part !== 'src-preload' && part !== 'tests' && target === 'electron') {
    return ['only the console knows electron']
  }
  return []
}

function partFaults(path: string, item: Import): string[] {
  const [from, to] = [partOf(path), partOf(item.target)]
  if (from !== to) return crossingFaults(path, from, to, item)
  if (from === 'server') return serverFaults(path, item.target)
  if (from === 'src-renderer') return rendererFaults(path, item.target)
  return []
}

function crossingFaults(path: string, from: string, to: string, item: Import): string[] {
  if (!mayImport[from]?.includes(to)) return [`${from} may not import from ${to}`]
  if (from === 'tests' && to === 'sandbox' && !isSandboxTest(path)) {
    return ['tests reach the sandbox through tests/support']
  }
  if (from === 'src-preload' && !isForPreload(item)) {
    return ['the preload imports the bridge, and the channels as types, nothing else of the contract']
  }
  return []
}

/** The channels' schemas would bring zod into a file that must hold no logic. */
function isForPreload({ target, isTypeOnly }: Import): boolean {
  return target === 'contract/desktop-bridge.ts' || (isTypeOnly && target === 'contract/desktop-channels.ts')
}

/** The sandbox's own tests look inside it; all others meet it as the product does. */
function isSandboxTest(path: string): boolean {
  return path.startsWith('tests/support/') || path.startsWith('tests/sandbox/')
}

function serverFaults(path: string, target: string): string[] {
  const [mine, theirs] = [featureOf(path), featureOf(target)]
  if (theirs === undefined || mine === theirs) return []
  if (!/\.(routes|service)\.ts$/.test(target)) return []
  if (mine !== undefined) {
    return ["a feature uses another's repository or server/sale, never its routes or service"]
  }
  return path.startsWith('server/sale/') ? ['server/sale stands below the features that use it'] : []
}

function rendererFaults(path: string, target: string): string[] {
  const [from, to] = [rendererLayers[folderOf(path)], rendererLayers[folderOf(target)]]
  if (from !== undefined && to !== undefined && to > from) {
    return [`src-renderer/${folderOf(path)} stands below src-renderer/${folderOf(target)}`]
  }
  const [mine, theirs] = [featureOf(path), featureOf(target)]
  if (mine !== undefined && theirs !== undefined && mine !== theirs && !target.endsWith('.api.ts')) {
    return ["a feature uses another's *.api.ts, never its components: a page composes them"]
  }
  return []
}

function findFormFaults(file: SourceFile): string[] {
  const faults: string[] = []
  const name = file.path.split('/').at(-1) ?? ''
  if (file.isBarrel) faults.push('a file that only passes exports on; import from where they are')
  if (file.hasDefaultExport && !/^[\w.-]+\.config\.ts$/.test(name)) faults.push('a default export')
  if (file.usesAny) faults.push('the type any')
  for (const comment of file.comments) {
    if (unfinished.test(comment)) faults.push(`unfinished work in a comment: ${comment.trim()}`)
    if (silenced.test(comment)) faults.push(`a check switched off: ${comment.trim()}`)
  }
  return faults.map((fault) => `${file.path}: ${fault}`)
}

/** The top folder: 'server' of 'server/http/mount.ts'. */
function partOf(path: string): string {
  return path.split('/')[0] ?? ''
}

/** The folder inside a part: 'http' of 'server/http/mount.ts'. */
function folderOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** 'cars' of 'server/features/cars/cars.service.ts'. */
function featureOf(path: string): string | undefined {
  const [, folder, feature, file] = path.split('/')
  return folder === 'features' && file !== undefined ? feature : undefined
}
