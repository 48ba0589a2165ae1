import type { NavigateFunction } from 'react-router-dom'

/**
 * Goes to a page as a click on a link does, so that a form with unsaved input can ask first; `navigate` alone passes it
 * by.
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
