/** `node tests/house/metrics.ts` prints the size of the project and the dependencies between its files. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readSourceFile } from './source-file.ts'

const product = ['art', 'contract', 'sandbox', 'scripts', 'server', 'src-main', 'src-preload', 'src-renderer']
const isCode = /\.(ts|tsx|cjs|mjs|cts)$/
const SHORT = 15

/** Maps each node to the nodes that it imports, with the number of imports. */
type Graph = Map<string, Map<string, number>>

/**
 * Measures the import structure of the source files.
 * @param imports maps each file's path to the paths that the file imports; type-only imports count
 */
export function measureStructure(imports: ReadonlyMap<string, readonly string[]>) {
  const importers = new Map<string, Set<string>>()
  for (const [path, targets] of imports)
    for (const target of targets) importers.set(target, (importers.get(target) ?? new Set()).add(path))
  const modules = moduleGraph(imports, 'server')
  const { order, upward } = orderByImports(modules)
  const cycles = findCycles(imports)
  const isOfServer = (cycle: readonly string[]) => cycle.every((path) => path.startsWith('server/'))
  return {
    oneImporter: [...imports.keys()].filter((path) => importers.get(path)?.size === 1).length,
    serverModules: modules.size,
    serverLayers: countLayers(modules, order),
    upwardImports: upward,
    serverCycles: cycles.filter(isOfServer),
    otherCycles: cycles.filter((cycle) => !isOfServer(cycle)),
  }
}

/** Returns `folder`'s direct children with the imports between them. */
function moduleGraph(imports: ReadonlyMap<string, readonly string[]>, folder: string): Graph {
  const moduleOf = (path: string) =>
    path.startsWith(`${folder}/`) ? path.split('/').slice(0, 2).join('/') : undefined
  const graph: Graph = new Map()
  for (const [path, targets] of imports) {
    const from = moduleOf(path)
    if (from === undefined) continue
    const counts = graph.get(from) ?? new Map<string, number>()
    graph.set(from, counts)
    for (const to of targets.map(moduleOf))
      if (to !== undefined && to !== from) counts.set(to, (counts.get(to) ?? 0) + 1)
  }
  return graph
}

/**
 * Orders nodes from bottom to top so that few imports point upward, by the method of Eades, Lin, and Smyth
 * (1993). It removes sinks and sources first, and then the node whose incoming imports exceed its outgoing
 * ones the most.
 */
function orderByImports(graph: Graph): { order: string[]; upward: string[] } {
  const unvisited = new Set(graph.keys())
  const [bottom, top]: [string[], string[]] = [[], []]
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const outgoing = (node: string) =>
    sum([...graph.get(node)!].map(([to, count]) => (unvisited.has(to) ? count : 0)))
  const incoming = (node: string) => sum([...unvisited].map((from) => graph.get(from)!.get(node) ?? 0))
  const takeNode = (node: string, list: string[]) => {
    unvisited.delete(node)
    list.push(node)
  }
  while (unvisited.size > 0) {
    const sink = [...unvisited].find((node) => outgoing(node) === 0)
    const source = [...unvisited].find((node) => incoming(node) === 0)
    if (sink !== undefined) takeNode(sink, bottom)
    else if (source !== undefined) takeNode(source, top)
    else {
      const [lowest] = [...unvisited].toSorted(
        (a, b) => incoming(b) - outgoing(b) - (incoming(a) - outgoing(a)) || a.localeCompare(b),
      )
      takeNode(lowest!, bottom)
    }
  }
  const order = [...bottom, ...top.toReversed()]
  const rank = new Map(order.map((node, index) => [node, index]))
  const upward = order.flatMap((from) =>
    [...graph.get(from)!.keys()]
      .filter((to) => rank.get(to)! > rank.get(from)!)
      .map((to) => `${from} → ${to}`),
  )
  return { order, upward }
}

/** Returns the number of nodes in the longest chain of imports that follow the order. */
function countLayers(graph: Graph, order: readonly string[]): number {
  const layers = new Map<string, number>()
  for (const node of order) {
    const below = [...graph.get(node)!.keys()].map((to) => layers.get(to) ?? 0)
    layers.set(node, 1 + Math.max(0, ...below))
  }
  return Math.max(0, ...layers.values())
}

/** Returns the groups of files that import one another, by Tarjan's algorithm (1972). */
function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const indexes = new Map<string, number>()
  const lows = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  function visit(path: string): void {
    indexes.set(path, indexes.size)
    lows.set(path, indexes.get(path)!)
    stack.push(path)
    for (const target of imports.get(path) ?? []) {
      if (!imports.has(target)) continue
      if (!indexes.has(target)) visit(target)
      if (stack.includes(target)) lows.set(path, Math.min(lows.get(path)!, lows.get(target)!))
    }
    if (lows.get(path) !== indexes.get(path)) return
    const cycle = stack.splice(stack.indexOf(path))
    if (cycle.length > 1) cycles.push(cycle.toSorted())
  }
  for (const path of imports.keys()) if (!indexes.has(path)) visit(path)
  return cycles
}

function printMetrics(): void {
  const root = resolve(import.meta.dirname, '..', '..')
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed.split('\n').map((path) => ({ path, part: path.split('/')[0]! }))
  const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
  const linesOf = (path: string) => textOf(path).split('\n').length - 1
  const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + linesOf(path), 0)

  const all = files.filter(({ part }) => product.includes(part)).map(({ path }) => path)
  const code = all.filter((path) => isCode.test(path))
  const sized = all.filter((path) => isCode.test(path) || path.endsWith('.css'))
  const tests = files
    .filter(({ part, path }) => part === 'tests' && isCode.test(path))
    .map(({ path }) => path)
  const imports = new Map(
    code.map((path) => {
      const { imports } = readSourceFile(path, textOf(path))
      const targets = imports.filter(({ isPackage }) => !isPackage).map(({ target }) => target)
      return [path, [...new Set(targets)]]
    }),
  )
  const structure = measureStructure(imports)
  const share = Math.round((100 * structure.oneImporter) / code.length)
  const rows: [string, string | number][] = [
    ['product lines', sum(sized)],
    ['product files', sized.length],
    ['test lines', sum(tests)],
    ['server modules', structure.serverModules],
    ['server layers', structure.serverLayers],
    ['server upward imports', structure.upwardImports.length],
    ['file cycles in the server', structure.serverCycles.length],
    ['file cycles elsewhere', structure.otherCycles.length],
    ['files with one importer', `${structure.oneImporter} (${share} %)`],
    [`files under ${SHORT} lines`, code.filter((path) => linesOf(path) < SHORT).length],
  ]
  for (const [name, value] of rows) console.log(`${name.padEnd(28)}${value}`)
  if (!process.argv.includes('--details')) return
  for (const arrow of structure.upwardImports) console.log(`upward: ${arrow}`)
  for (const cycle of [...structure.serverCycles, ...structure.otherCycles])
    console.log(`cycle: ${cycle.join(', ')}`)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) printMetrics()
