import { visitRegExpAST, type AST } from '@eslint-community/regexpp'
import { isDisjointWith, JS, NFA } from 'refa'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'

/** A regular expression in a source file. */
export interface PatternUse {
  path: string
  line: number
  /** Source code of the literal, or of the call that builds the expression. */
  text: string
  /** Absent if the expression is built at run time. */
  literal?: { source: string; flags: string }
}

/** Lists the regular expressions of a TypeScript or JavaScript file. */
export function listPatterns(path: string, source: string): PatternUse[] {
  const uses: PatternUse[] = []
  const locationOf = ({ start, end }: { start: number; end: number }) => ({
    path,
    line: source.slice(0, start).split('\n').length,
    text: source.slice(start, end),
  })
  const addBuilt = (node: { start: number; end: number; callee: { type: string } }) => {
    if ('name' in node.callee && node.callee.name === 'RegExp') uses.push(locationOf(node))
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node)
        uses.push({ ...locationOf(node), literal: { source: node.regex.pattern, flags: node.regex.flags } })
    },
    NewExpression: addBuilt,
    CallExpression: addBuilt,
  }).visit(parseSync(path, source).program)
  return uses
}

/**
 * Reports whether matching may take more than linear time. `scslre` finds repetitions of one character, and
 * `isRescanned` finds repetitions of a longer prefix. Neither measures time, so the result is always the
 * same.
 */
export function isSuperLinear(literal: { source: string; flags: string }): boolean {
  const { parsed, reports } = analyse(literal)
  return reports.length > 0 || isRescanned(parsed.pattern, parsed.flags)
}

/**
 * Reports whether an unbounded part can match its own prefix again while the rest can fail. Each occurrence
 * of the prefix then costs a scan to the end of the input. An example is `/<b>.*<\/b>/` on input with many
 * `<b>`.
 */
function isRescanned(pattern: AST.Pattern, flags: AST.Flags): boolean {
  if (flags.sticky) return false
  let isFound = false
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max !== Infinity || isFound) return
      const context = surroundings(quantifier)
      if (context === null || !context.canFail) return
      isFound = !isDisjointWith(nfaOf(context.before, flags), nfaOf(`(?:${quantifier.element.raw})+`, flags))
    },
  })
  return isFound
}

/**
 * Returns the part's prefix and whether its suffix can fail. Returns null if the expression can match at only
 * one position.
 */
function surroundings(part: AST.Quantifier): { before: string; canFail: boolean } | null {
  let before = ''
  let canFail = false
  let node: AST.Node = part
  while (node.parent !== null && node.parent.type !== 'Pattern') {
    const parent: AST.Node = node.parent
    if (parent.type === 'Assertion') return null
    if (parent.type === 'Alternative') {
      const index = parent.elements.indexOf(node as AST.Element)
      const [first] = parent.elements
      if (first?.type === 'Assertion' && first.kind === 'start') return null
      before =
        parent.elements
          .slice(0, index)
          .map(({ raw }) => raw)
          .join('') + before
      canFail ||= parent.elements.slice(index + 1).some((next) => next.type !== 'Quantifier' || next.min > 0)
    }
    node = parent
  }
  return { before, canFail }
}

function nfaOf(source: string, { raw }: AST.Flags): NFA {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags: raw }).parse({
    assertions: 'ignore',
    backreferences: 'disable',
  })
  return NFA.fromRegex(expression, { maxCharacter })
}
