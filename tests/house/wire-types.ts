import type { SourceFile } from './source-file.ts'

/**
 * Returns one sentence for each server file other than a wire map that uses a wire map's contract type. Only
 * wire maps may create output.
 */
export function findWireTypes(files: readonly SourceFile[]): string[] {
  const server = files.filter(({ path }) => path.startsWith('server/'))
  const [maps, nonMaps] = [server.filter(isWireMap), server.filter((file) => !isWireMap(file))]
  const wireTypes = new Set(maps.flatMap(outputTypesOf))
  return nonMaps.flatMap((file) =>
    outputTypesOf(file)
      .filter((type) => wireTypes.has(type))
      .map((type) => `${file.path}: ${type} is for wire maps`),
  )
}

function isWireMap({ path }: SourceFile): boolean {
  return path.endsWith('.wire.ts')
}

/**
 * Returns the contract types that a wire map imports, such as `contract/cars/cars.ts Car`. It omits endpoint
 * types, which handlers use, and input types, which are read before the mapping.
 */
function outputTypesOf({ imports }: SourceFile): string[] {
  return imports
    .filter(({ target, isTypeOnly }) => target.startsWith('contract/') && isTypeOnly)
    .flatMap(({ target, names }) => names.map((name) => `${target} ${name}`))
    .filter((type) => !/ (EndpointOutput|HandlerInput|\w+Input)$/.test(type))
}
