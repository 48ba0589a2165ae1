import type { SourceFile } from './source-file.ts'

/** Maps a file to its module at a chosen granularity, or to undefined if the file is not checked. */
export type ModuleOf = (path: string) => string | undefined

/**
 * Returns one sentence for each import between modules that depend on each other, directly or indirectly.
 * Type imports count.
 */
export function findCycles(files: readonly SourceFile[], moduleOf: ModuleOf): string[] {
  const crossings = files.flatMap((file) => crossingsOf(file, moduleOf))
  const needs = new Map<string, Set<string>>()
  for (const { from, to } of crossings) needs.set(from, (needs.get(from) ?? new Set()).add(to))
  return crossings
    .filter(({ from, to }) => reach(needs, to).has(from))
    .map(({ path, target, from, to }) => `${path}: ${from} and ${to} need one another (${target})`)
}

function crossingsOf({ path, imports }: SourceFile, moduleOf: ModuleOf) {
  const from = moduleOf(path)
  return imports.flatMap(({ target, isPackage }) => {
    const to = isPackage ? undefined : moduleOf(target)
    return from === undefined || to === undefined || from === to ? [] : [{ path, target, from, to }]
  })
}

/** Returns every module that `start` depends on, including itself. */
function reach(needs: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const reached = new Set([start])
  for (const module of reached) for (const next of needs.get(module) ?? []) reached.add(next)
  return reached
}

/** Maps a file to its module: a topic of the server's core or features, or the sale as a single module. */
export function toServerModule(path: string): string | undefined {
  return /^server\/(sale|(?:core|features)\/[^/]+)(?=\/)/.exec(path)?.[0]
}

/** Maps a file to its module inside the sale. */
export function toSaleModule(path: string): string | undefined {
  return /^server\/sale\/[^/]+(?=\/)/.exec(path)?.[0]
}

/** Maps each product file to itself, so that every file is a separate module. */
export function toProductFile(path: string): string | undefined {
  return path.startsWith('tests/') ? undefined : path
}
