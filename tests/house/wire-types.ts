import type { SourceFile } from './source-file.ts'

/**
 * Whoever else in the server names a type of the contract that a wire map makes or reads, one sentence each: what goes
 * out is made by its map alone.
 */
export function findWireTypes(files: readonly SourceFile[]): string[] {
  const server = files.filter(({ path }) => path.startsWith('server/'))
  const [maps, others] = [server.filter(isWireMap), server.filter((file) => !isWireMap(file))]
  const wireTypes = new Set(maps.flatMap(outputTypesOf))
  return others.flatMap((file) =>
    outputTypesOf(file)
      .filter((type) => wireTypes.has(type))
      .map((type) => `${file.path}: ${type} is for wire maps`),
  )
}

function isWireMap({ path }: SourceFile): boolean {
  return path.endsWith('.wire.ts')
}

/** `contract/cars/cars.ts Car`. The endpoints' own types are for whoever answers, and inputs are read before they are mapped. */
function outputTypesOf({ imports }: SourceFile): string[] {
  return imports
    .filter(({ target, isTypeOnly }) => target.startsWith('contract/') && isTypeOnly)
    .flatMap(({ target, names }) => names.map((name) => `${target} ${name}`))
    .filter((type) => !/ (EndpointOutput|HandlerInput|\w+Input)$/.test(type))
}
