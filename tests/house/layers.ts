import { pages } from '../../contract/pages.ts'
import type { Import, SourceFile } from './source-file.ts'

/** The parts that each part may import from, in addition to itself and packages. */
const allowedImports: Record<string, string[]> = {
  contract: [],
  server: ['contract'],
  sandbox: ['contract'],
  art: ['server'],
  'src-main': ['contract'],
  'src-preload': ['contract'],
  'src-renderer': ['contract'],
  scripts: ['contract', 'server', 'sandbox', 'art', 'src-main'],
  'playwright.config.ts': ['scripts', 'tests'],
  tests: ['contract', 'server', 'sandbox', 'src-main', 'src-preload', 'src-renderer', 'art', 'scripts'],
}

/** The renderer's layers, from bottom to top. A layer never imports from a higher one. */
const rendererFloors: Record<string, number> = {
  platform: 0,
  api: 0,
  ui: 1,
  session: 2,
  features: 3,
  pages: 4,
  app: 5,
}

/**
 * The layers of the console's main process, which follow the same rule. Files next to these folders, such as
 * `console-state.ts`, connect them.
 */
const mainModules: Record<string, number> = { system: 0, links: 1, session: 2, window: 3 }

/** Names from the product specification that the server translates. */
const specificationNames = ['_id', 'selllerContact']

const unfinished = /\b(TODO|FIXME|XXX|HACK)\b/
const disabledCheck = /\b(eslint|oxlint)-disable|@ts-(ignore|nocheck|expect-error)|(oxfmt|prettier)-ignore/

/**
 * First segments of the page paths. Product code must not spell out the URLs of pages, API calls, or home
 * page sections.
 */
const firstWords = new Set(Object.values(pages).flatMap(({ path }) => path.split('/')[1] || []))
const address = new RegExp(`^/(#|api/\\w|(${[...firstWords].join('|')})(?![\\w-]))`)
const product = ['contract', 'server', 'src-main', 'src-preload', 'src-renderer']

/** The folder of the code that differs between the engines. */
const enginesFolder = 'server/db/engines/'
const engineNames = ['postgres', 'sqlite']
/** Files that check which engine is in use, or that state the differences. */
const engineQuestions = new Set(['engine.ts', 'either.ts'].map((file) => enginesFolder + file))

/** Returns every violation of the house rules in `file`, one sentence each. */
export function findViolations(file: SourceFile): string[] {
  return [
    ...file.imports.flatMap((item) => findImportViolations(file.path, item)),
    ...findNameViolations(file),
    ...findEngineViolations(file),
    ...findFormViolations(file),
  ]
}

function findImportViolations(path: string, item: Import): string[] {
  const violations = item.isPackage ? packageViolations(path, item) : partViolations(path, item)
  return violations.map((violation) => `${path}: ${violation} (${item.target})`)
}

function packageViolations(path: string, { target }: Import): string[] {
  const part = partOf(path)
  if (part === 'contract' && target !== 'zod') return ['the contract imports zod, nothing else']
  if (part === 'src-preload' && target !== 'electron') return ['the preload imports electron, nothing else']
  if (part === 'src-renderer' && (target.startsWith('node:') || target === 'electron')) {
    return ['the renderer runs in a browser']
  }
  if (target === 'pg' && part !== 'tests' && !path.startsWith(enginesFolder)) {
    return [`only ${enginesFolder} knows Postgres`]
  }
  if (part !== 'src-main' && part !== 'src-preload' && part !== 'tests' && target === 'electron') {
    return ['only the console knows electron']
  }
  return []
}

function partViolations(path: string, item: Import): string[] {
  const [from, to] = [partOf(path), partOf(item.target)]
  if (engineQuestions.has(item.target) && from !== 'tests' && !path.startsWith(enginesFolder))
    return [`only ${enginesFolder} asks which engine it is`]
  if (from !== to) return crossingViolations(path, from, to, item)
  if (from === 'server') return serverViolations(path, item)
  if (from === 'src-renderer') return rendererViolations(path, item.target)
  if (from === 'src-main') return mainViolations(path, item.target)
  return []
}

function crossingViolations(path: string, from: string, to: string, item: Import): string[] {
  if (!allowedImports[from]?.includes(to)) return [`${from} may not import from ${to}`]
  if (from === 'tests' && to === 'sandbox' && !isSandboxTest(path)) {
    return ['tests reach the sandbox through tests/support']
  }
  if (from === 'src-preload' && !isForPreload(item)) {
    return ['the preload imports the bridge, and the channels as types, nothing else of the contract']
  }
  return []
}

/**
 * Reports whether the preload may import the file. The channel schemas would bring zod into the preload,
 * which must not contain logic.
 */
function isForPreload({ target, isTypeOnly }: Import): boolean {
  return (
    target === 'contract/desktop/desktop-bridge.ts' ||
    (isTypeOnly && target === 'contract/desktop/desktop-channels.ts')
  )
}

/**
 * Reports whether a test may access the sandbox's internals. All other tests use it through its public
 * interface, like the product does.
 */
function isSandboxTest(path: string): boolean {
  return path.startsWith('tests/support/') || path.startsWith('tests/sandbox/')
}

function serverViolations(path: string, item: Import): string[] {
  const { target } = item
  return [
    ...serverLayerViolations(path, target),
    ...rowViolations(path, item),
    ...featureViolations(path, target),
  ]
}

/**
 * Checks the server's layers, from bottom to top: the database, the core, and HTTP with the features' routes.
 * The settings are below all of them.
 */
function serverLayerViolations(path: string, target: string): string[] {
  if (path.startsWith('server/db/') && !/^server\/(db|config|system)\//.test(target)) {
    return ['server/db stands below the rest of the server']
  }
  const isAbove = /^server\/(features|pages|sale|jobs)\//.test(target)
  if (path.startsWith('server/core/') && isAbove)
    return ['server/core stands below the sale and the features']
  const isOfTheTrade = path.startsWith('server/sale/') || /\.(repository|row)\.ts$/.test(path)
  return isOfTheTrade && (target.startsWith('server/http/') || target.endsWith('.wire.ts'))
    ? ['the sale and the repositories know nothing of HTTP and of what goes out']
    : []
}

/**
 * Restricts row types to the code that reads and writes rows. Columns, and flags that are 0 or 1, must not
 * leak further.
 */
function rowViolations(path: string, { target, names }: Import): string[] {
  if (target !== 'server/db/tables.ts' || !names.includes('Row')) return []
  const canKnowRows = /^server\/(db|seed)\/|\.(repository|row)\.ts$/.test(path)
  return canKnowRows ? [] : ['rows end at the repositories']
}

function featureViolations(path: string, target: string): string[] {
  const [ownFeature, targetFeature] = [featureOf(path), featureOf(target)]
  if (targetFeature === undefined || ownFeature === targetFeature) return []
  if (!/\.(routes|service)\.ts$/.test(target)) return []
  if (ownFeature !== undefined) {
    return ["a feature uses another's repository or server/sale, never its routes or service"]
  }
  return path.startsWith('server/sale/') ? ['server/sale stands below the features that use it'] : []
}

function rendererViolations(path: string, target: string): string[] {
  const [from, to] = [rendererFloors[folderOf(path)], rendererFloors[folderOf(target)]]
  if (from !== undefined && to !== undefined && to > from) {
    return [`src-renderer/${folderOf(path)} stands below src-renderer/${folderOf(target)}`]
  }
  const [ownFeature, targetFeature] = [featureOf(path), featureOf(target)]
  if (
    ownFeature !== undefined &&
    targetFeature !== undefined &&
    ownFeature !== targetFeature &&
    !target.endsWith('.api.ts')
  ) {
    return ["a feature uses another's *.api.ts, never its components: a page composes them"]
  }
  return []
}

function mainViolations(path: string, target: string): string[] {
  const top = Infinity
  const [from, to] = [mainModules[folderOf(path)] ?? top, mainModules[folderOf(target)] ?? top]
  return to > from ? [`src-main/${folderOf(path)} stands below src-main/${folderOf(target)}`] : []
}

function findNameViolations({ path, names, strings }: SourceFile): string[] {
  if (partOf(path) !== 'server' || path.endsWith('.wire.ts')) return []
  const wordsInStrings = new Set(strings.flatMap((text) => text.split(/\W+/)))
  return specificationNames
    .filter((name) => names.has(name) || wordsInStrings.has(name))
    .map((name) => `${path}: the specification’s names end at the wire maps (${name})`)
}

/**
 * Finds engine names in string literals outside the engines folder. Code that checks for an engine must name
 * it, so it is found.
 */
function findEngineViolations({ path, strings }: SourceFile): string[] {
  if (partOf(path) !== 'server' || path.startsWith(enginesFolder)) return []
  return strings
    .filter((text) => engineNames.includes(text))
    .map((text) => `${path}: which engine it is, only ${enginesFolder} knows (${text})`)
}

function findFormViolations(file: SourceFile): string[] {
  const violations: string[] = []
  const name = file.path.split('/').at(-1) ?? ''
  if (file.isBarrel) violations.push('a file that only passes exports on; import from where they are')
  if (file.hasDefaultExport && !/^[\w.-]+\.config\.ts$/.test(name)) violations.push('a default export')
  if (file.usesAny) violations.push('the type any')
  if (product.includes(partOf(file.path)) && file.path !== 'contract/pages.ts')
    for (const text of file.strings.filter((text) => address.test(text)))
      violations.push(`an address written out: ${text}; contract/pages.ts and paths.ts have it`)
  for (const comment of file.comments) {
    if (unfinished.test(comment)) violations.push(`unfinished work in a comment: ${comment.trim()}`)
    if (disabledCheck.test(comment)) violations.push(`a check switched off: ${comment.trim()}`)
  }
  return violations.map((violation) => `${file.path}: ${violation}`)
}

/** Returns a path's top-level folder: 'server' for 'server/http/mount.ts'. */
function partOf(path: string): string {
  return path.split('/')[0] ?? ''
}

/** Returns a path's second-level folder: 'http' for 'server/http/mount.ts'. */
function folderOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** Returns the feature of a file: 'cars' for 'server/features/cars/cars.service.ts'. */
function featureOf(path: string): string | undefined {
  const [, folder, feature, file] = path.split('/')
  return (folder === 'features' || folder === 'core') && file !== undefined ? feature : undefined
}
