import type { NavigateFunction } from 'react-router-dom'

/**
 * Opens a page by clicking a link, so that a form with unsaved input can ask the user first.
 * Calling `navigate` would bypass that.
 */
export function openPath(path: string, navigate: NavigateFunction): void {
  const link = document.createElement('a')
  link.href = path
  link.hidden = true
  link.addEventListener('click', (event) => {
    event.preventDefault()
    void navigate(path)
  })
  document.body.append(link)
  link.click()
  link.remove()
}
