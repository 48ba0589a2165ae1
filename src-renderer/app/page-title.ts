import { useEffect } from 'react'

/** A title that only the page knows, such as a car's name. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) setPageTitle(title)
  }, [title])
}

export function setPageTitle(title: string): void {
  document.title = `${title} · Kerblight`
}
