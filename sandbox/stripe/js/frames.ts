let frames = 0

/** A name no other frame of the page has, in Stripe.js's own form. */
export function nextFrameName(): string {
  return `__privateStripeFrame${Math.floor(Math.random() * 9_000) + 1_000}${++frames}`
}

/** One property at a time: a page's content policy may forbid style attributes, but not these. */
export function setStyles(element: HTMLElement, styles: Record<string, string>) {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important')
}
