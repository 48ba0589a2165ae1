import { useEffect } from 'react'
import { documentTitle } from '../../contract/pages.ts'

/** A title that only the page knows, such as a car's name. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) setPageTitle(title)
  }, [title])
}

export function setPageTitle(title: string): void {
  document.title = documentTitle(title)
}
