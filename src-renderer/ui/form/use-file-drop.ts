import { useEffect, useRef, useState } from 'react'

/**
 * Takes files that are dropped anywhere on the page, so that one need not aim; a browser would open them else.
 * @param onDrop gets what was dropped itself, too: within it are folders
 * @returns whether files are held over the page now
 */
export function useFileDrop(onDrop: (files: File[], transfer: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useRef(onDrop)
  useEffect(() => {
    take.current = onDrop
  })

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    addEventListener(
      'dragover',
      (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      { signal },
    )
    addEventListener(
      'dragleave',
      // From the page itself, not from one element of it to the next.
      (event) => event.relatedTarget === null && setOver(false),
      { signal },
    )
    addEventListener(
      'drop',
      (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(false)
        if (event.dataTransfer) take.current([...event.dataTransfer.files], event.dataTransfer)
      },
      { signal },
    )
    return () => stop.abort()
  }, [])

  return isOver
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
