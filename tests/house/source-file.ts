import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

export interface Import {
  /** The target's path relative to the project folder, or a package name as written. */
  target: string
  isPackage: boolean
  isTypeOnly: boolean
  /** Imported names, as the target exports them. Empty if the whole module is imported. */
  names: string[]
}

/** A file's facts that the house rules use. */
export interface SourceFile {
  /** Path relative to the project folder, with `/` as the separator. */
  path: string
  imports: Import[]
  hasDefaultExport: boolean
  /** True if every statement only re-exports from another module. */
  isBarrel: boolean
  usesAny: boolean
  /** The string literals and the constant parts of template literals. */
  strings: string[]
  /** All names that the code uses. */
  names: ReadonlySet<string>
  comments: string[]
}

/**
 * Parses TypeScript or TSX.
 * @throws on a syntax error
 */
export function readSourceFile(path: string, source: string): SourceFile {
  const { program, module, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)

  const imports: Import[] = []
  function add(specifier: string, isTypeOnly: boolean, names: string[] = []): void {
    const isPackage = !specifier.startsWith('.')
    const target = isPackage ? specifier : posix.join(posix.dirname(path), specifier)
    imports.push({ target, isPackage, isTypeOnly, names })
  }

  const names = new Set<string>()
  let usesAny = false
  const strings: string[] = []
  new Visitor({
    ImportDeclaration(node) {
      const isTypeOnly = node.importKind === 'type' || isEveryNameAType(node.specifiers)
      add(node.source.value, isTypeOnly, namesTaken(node.specifiers))
    },
    ExportAllDeclaration: (node) => add(node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration(node) {
      if (node.source !== null) add(node.source.value, node.exportKind === 'type')
    },
    ImportExpression(node) {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string')
        add(node.source.value, false)
    },
    Literal(node) {
      if (typeof node.value === 'string') strings.push(node.value)
    },
    TemplateElement: (node) => void strings.push(node.value.raw),
    TSImportType: (node) => add(node.source.value, true),
    Identifier: (node) => void names.add(node.name),
    TSAnyKeyword: () => {
      usesAny = true
    },
  }).visit(program)

  const entries = module.staticExports.flatMap((statement) => statement.entries)
  return {
    path,
    imports,
    hasDefaultExport: entries.some((entry) => entry.exportName.kind === 'Default'),
    isBarrel: program.body.length > 0 && program.body.every(isPassedOn),
    usesAny,
    strings,
    names,
    comments: comments.map((comment) => comment.value),
  }
}

function isEveryNameAType(specifiers: { type: string; importKind?: string | null }[]): boolean {
  return (
    specifiers.length > 0 &&
    specifiers.every((name) => name.type === 'ImportSpecifier' && name.importKind === 'type')
  )
}

function namesTaken(specifiers: { type: string; imported?: { name?: string; value?: string } }[]): string[] {
  return specifiers.flatMap(({ imported }) => imported?.name ?? imported?.value ?? [])
}

function isPassedOn(statement: { type: string; source?: unknown }): boolean {
  return (
    statement.type === 'ExportAllDeclaration' ||
    (statement.type === 'ExportNamedDeclaration' && Boolean(statement.source))
  )
}
