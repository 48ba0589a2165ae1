/**
 * Resolves once nothing on the page is selected: what is replaced would take the selection with it. Whoever presses a
 * control that is only drawn waits for the code, and lets go.
 */
export async function untilNothingIsSelected(): Promise<void> {
  document.addEventListener('click', letGo)
  while (getSelection()?.type === 'Range') {
    await new Promise((resolve) => document.addEventListener('selectionchange', resolve, { once: true }))
  }
  document.removeEventListener('click', letGo)
}

function letGo({ target }: Event): void {
  if (target instanceof Element && target.closest('[data-control]')) getSelection()?.empty()
}

/** Gives the focus that goes with what is replaced within `root` to the same element of the new page. */
export function keepFocus(root: HTMLElement): void {
  let again = sameAs(document.activeElement, root)
  const follow = () => {
    again = sameAs(document.activeElement, root)
  }
  root.addEventListener('focusin', follow)
  new MutationObserver((_, observer) => {
    observer.disconnect()
    root.removeEventListener('focusin', follow)
    again()?.focus({ preventScroll: true })
  }).observe(root, { childList: true })
}

/** Finds an element by its id, or a link by where it leads, in whatever the root then holds. */
function sameAs(element: Element | null, root: HTMLElement): () => HTMLElement | null | undefined {
  if (!element || !root.contains(element)) return () => null
  const { id } = element
  if (id) return () => document.getElementById(id)
  const { href } = element as HTMLAnchorElement
  const twins = () => [...root.querySelectorAll('a')].filter((link) => link.href === href)
  const place = twins().indexOf(element as HTMLAnchorElement)
  return () => twins()[place]
}
