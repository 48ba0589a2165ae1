let frames = 0

/** Returns an iframe name that is unique in the page, in Stripe.js's own format. */
export function createFrameName(): string {
  return `__privateStripeFrame${Math.floor(Math.random() * 9_000) + 1_000}${++frames}`
}

/** A content security policy can forbid the style attribute, but not single properties. */
export function setStyles(element: HTMLElement, styles: Record<string, string>) {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important')
}
