/**
 * Reports whether an SPDX expression (spdx.github.io/spdx-spec, annex D) can be satisfied with allowed
 * licenses only. `OR` requires either side. `AND` requires both and has higher precedence. A license `WITH`
 * an exception is a single license. An invalid expression allows nothing.
 */
export function allows(expression: string, isAllowed: (license: string) => boolean): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? []
  let at = 0

  function either(): boolean {
    let holds = both()
    while (take('OR')) holds = both() || holds
    return holds
  }

  function both(): boolean {
    let holds = one()
    while (take('AND')) holds = one() && holds
    return holds
  }

  function one(): boolean {
    if (take('(')) {
      const holds = either()
      return take(')') && holds
    }
    const license = words[at++] ?? ''
    return isAllowed(take('WITH') ? `${license} WITH ${words[at++] ?? ''}` : license)
  }

  function take(word: string): boolean {
    if (words[at] !== word) return false
    at += 1
    return true
  }

  return either() && at === words.length
}
