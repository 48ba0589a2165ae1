import { useEffect } from 'react'
import { toast } from '../overlays/toast.ts'

/** Reads what is to be printed and is not there yet. @returns whether it is there now */
type Read = () => Promise<boolean>

const reads = new Set<Read>()

/** While the component is there, a print waits for what it reads. */
export function usePrintable(read: Read): void {
  useEffect(() => {
    reads.add(read)
    return () => void reads.delete(read)
  }, [read])
}

/** Gets the page ready to be printed, or says that it cannot be. */
export async function getPrintable(): Promise<boolean> {
  const areRead = await Promise.all([...reads].map((read) => read()))
  const isReady = areRead.every(Boolean)
  if (!isReady) toast.error('Some of this list didn’t load, so it wasn’t printed. Try again.')
  return isReady
}
