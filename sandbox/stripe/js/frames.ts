let frames = 0

/** Returns a name that no other frame of the page has, in Stripe.js's own format. */
export function nextFrameName(): string {
  return `__privateStripeFrame${Math.floor(Math.random() * 9_000) + 1_000}${++frames}`
}

/**
 * Sets the properties one by one: a page's content security policy may forbid style attributes, but not
 * these.
 */
export function setStyles(element: HTMLElement, styles: Record<string, string>) {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important')
}
