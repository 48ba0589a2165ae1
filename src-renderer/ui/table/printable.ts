import { useEffect } from 'react'
import { toast } from '../overlays/toast.ts'

/**
 * Loads the missing content before the page is printed.
 * @returns true if all of it is loaded
 */
type Read = () => Promise<boolean>

const reads = new Set<Read>()

/** Makes printing wait for `read` while the component is mounted. */
export function usePrintable(read: Read): void {
  useEffect(() => {
    reads.add(read)
    return () => void reads.delete(read)
  }, [read])
}

/**
 * Prepares the page for printing.
 * @returns false if content failed to load, which a toast then reports
 */
export async function getPrintable(): Promise<boolean> {
  const areRead = await Promise.all([...reads].map((read) => read()))
  const isReady = areRead.every(Boolean)
  if (!isReady) toast.error('Some of this list didn’t load, so it wasn’t printed. Try again.')
  return isReady
}
