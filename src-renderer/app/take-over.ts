/**
 * Resolves once no text on the page is selected. Replacing the content would lose the selection. A
 * click on a control that does not work yet clears the selection: that user is waiting for the
 * code.
 */
export async function waitForEmptySelection(): Promise<void> {
  document.addEventListener('click', deselectForControl)
  while (getSelection()?.type === 'Range') {
    await new Promise((resolve) => document.addEventListener('selectionchange', resolve, { once: true }))
  }
  document.removeEventListener('click', deselectForControl)
}

function deselectForControl({ target }: Event): void {
  if (target instanceof Element && target.closest('[data-control]')) getSelection()?.empty()
}

/**
 * Keeps the focus on the same element, and the same details open, when the new page replaces the content of
 * `root`.
 */
export function keepFocusAndDetails(root: HTMLElement): void {
  let findTwin = sameAs(document.activeElement, root)
  const follow = () => {
    findTwin = sameAs(document.activeElement, root)
  }
  root.addEventListener('focusin', follow)
  // A visitor can open and close them until the content is replaced.
  const details = [...root.querySelectorAll('details')]
  new MutationObserver((_, observer) => {
    observer.disconnect()
    root.removeEventListener('focusin', follow)
    findTwin()?.focus({ preventScroll: true })
    for (const { open, textContent } of details)
      for (const twin of root.querySelectorAll('details'))
        if (twin.textContent === textContent) twin.open ||= open
  }).observe(root, { childList: true })
}

/**
 * Returns a function that finds the element in the root's new content: by its ID or, for a link,
 * its URL.
 */
function sameAs(element: Element | null, root: HTMLElement): () => HTMLElement | null | undefined {
  if (!element || !root.contains(element)) return () => null
  const { id } = element
  if (id) return () => document.getElementById(id)
  const { href } = element as HTMLAnchorElement
  const twins = () => [...root.querySelectorAll('a')].filter((link) => link.href === href)
  const index = twins().indexOf(element as HTMLAnchorElement)
  return () => twins()[index]
}
