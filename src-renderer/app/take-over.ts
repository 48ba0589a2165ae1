/**
 * Resolves once no text on the page is selected, because replacing the content would lose the selection. A
 * click on a control that is not functional yet clears the selection, because that user is waiting for the
 * code.
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

/** Keeps the focus on the same element when the new page replaces the content of `root`. */
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

/**
 * Returns a function that finds the element again in the root's content: by its ID, or in the case of a link,
 * by its URL.
 */
function sameAs(element: Element | null, root: HTMLElement): () => HTMLElement | null | undefined {
  if (!element || !root.contains(element)) return () => null
  const { id } = element
  if (id) return () => document.getElementById(id)
  const { href } = element as HTMLAnchorElement
  const twins = () => [...root.querySelectorAll('a')].filter((link) => link.href === href)
  const place = twins().indexOf(element as HTMLAnchorElement)
  return () => twins()[place]
}
