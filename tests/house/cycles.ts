import type { SourceFile } from './source-file.ts'

/** What a file belongs to when one looks from further or less far; undefined: not looked at. */
export type ModuleOf = (path: string) => string | undefined

/** Every import between rooms that need one another, be it by way of others: one sentence each. Types count. */
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

/** Every room that `start` needs, itself included. */
function reach(needs: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const found = new Set([start])
  for (const room of found) for (const next of needs.get(room) ?? []) found.add(next)
  return found
}

/** The server's core and features by topic, and the sale between them as one room. */
export function serverModule(path: string): string | undefined {
  return /^server\/(sale|(?:core|features)\/[^/]+)(?=\/)/.exec(path)?.[0]
}

/** The rooms inside the sale. */
export function saleModule(path: string): string | undefined {
  return /^server\/sale\/[^/]+(?=\/)/.exec(path)?.[0]
}

/** Each file of the product by itself. */
export function productFile(path: string): string | undefined {
  return path.startsWith('tests/') ? undefined : path
}
