import { useEffect, useRef, useState } from 'react'

/**
 * Accepts files dropped anywhere on the page, so that users need not aim. Otherwise, the browser
 * would open them.
 * @param onDrop also receives the data transfer, which provides access to folders
 * @returns true while files are being dragged over the page
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
      // The pointer has left the page, as opposed to moving between elements.
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
