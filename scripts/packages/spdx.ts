/**
 * Reports whether an SPDX expression (spdx.github.io/spdx-spec, annex D) can be satisfied with allowed
 * licenses only. `OR` requires either side. `AND` requires both and has higher precedence. A license `WITH`
 * an exception is a single license. An invalid expression allows nothing.
 */
export function allows(expression: string, isAllowed: (license: string) => boolean): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  let position = 0

  function either(): boolean {
    let holds = allowsConjunction()
    while (takeToken('OR')) holds = allowsConjunction() || holds
    return holds
  }

  function allowsConjunction(): boolean {
    let holds = allowsTerm()
    while (takeToken('AND')) holds = allowsTerm() && holds
    return holds
  }

  function allowsTerm(): boolean {
    if (takeToken('(')) {
      const holds = either()
      return takeToken(')') && holds
    }
    const license = tokens[position++] ?? ''
    return isAllowed(takeToken('WITH') ? `${license} WITH ${tokens[position++] ?? ''}` : license)
  }

  function takeToken(word: string): boolean {
    if (tokens[position] !== word) return false
    position += 1
    return true
  }

  return either() && position === tokens.length
}
