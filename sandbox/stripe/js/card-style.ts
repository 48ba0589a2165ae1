import type { CardOptions, StyleValues } from './messages.ts'

/** Style properties that Stripe lets a page set: https://docs.stripe.com/js/appendix/style */
const PROPERTIES = [
  'backgroundColor',
  'color',
  'fontFamily',
  'fontSize',
  'fontSmoothing',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'padding',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
]
const PSEUDO = [':hover', ':focus', '::placeholder', '::selection', ':-webkit-autofill', ':disabled']

const SELECTORS = {
  base: '',
  complete: '.is-complete',
  empty: '.is-empty',
  invalid: '.is-invalid',
} as const

/**
 * Converts the `style` option to rules in `sheet`. The CSSOM parses each value, so no value can break out of
 * its rule.
 */
export function applyStyle(sheet: CSSStyleSheet, style: CardOptions['style'] = {}) {
  while (sheet.cssRules.length > 0) sheet.deleteRule(0)
  for (const [variant, suffix] of Object.entries(SELECTORS)) {
    const values = style[variant as keyof typeof SELECTORS]
    if (values) addVariant(sheet, suffix, values)
  }
}

function addVariant(sheet: CSSStyleSheet, suffix: string, values: StyleValues) {
  const plain = addRule(sheet, `.field input${suffix}`)
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') {
      if (name === 'iconColor') setProperty(addRule(sheet, `.icon${suffix}`), 'color', value)
      else setProperty(plain, name, value)
      if (name === 'fontSize' && suffix === '') setProperty(addRule(sheet, '.row'), name, value)
    } else if (PSEUDO.includes(name)) {
      const rule = addRule(sheet, `.field input${suffix}${name}`)
      for (const [inner, innerValue] of Object.entries(value)) setProperty(rule, inner, innerValue)
    }
  }
}

function addRule(sheet: CSSStyleSheet, selector: string): CSSStyleDeclaration {
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
  return (rule as CSSStyleRule).style
}

function setProperty(style: CSSStyleDeclaration, name: string, value: string) {
  if (!PROPERTIES.includes(name)) return
  const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (name === 'fontSmoothing') style.setProperty('-webkit-font-smoothing', value)
  else style.setProperty(property, value)
}
