import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Shows advice about a photo that was just chosen, computed while the browser is idle. */
export function PhotoHints({ file, name }: { file: File; name: string }) {
  const [hints, setHints] = useState<readonly string[]>([])

  useEffect(() => {
    let isCurrent = true
    const cancel = whenIdle(() => {
      import('./read-photo-hints.ts').then(
        async ({ readPhotoHints }) => {
          const found = await readPhotoHints(file)
          if (isCurrent) setHints(found)
        },
        // Advice is optional.
        () => undefined,
      )
    })
    return () => {
      isCurrent = false
      cancel()
    }
  }, [file])

  if (hints.length === 0) return null
  return (
    <ul aria-label={`Advice about ${name}`} className="flex flex-col gap-1 px-3 py-2 text-tiny text-muted">
      {hints.map((hint) => (
        <li key={hint} className="flex gap-2">
          <TriangleAlert aria-hidden="true" className="size-4 flex-none text-warning" />
          {hint}
        </li>
      ))}
    </ul>
  )
}

/** Calls a function when the browser is idle. Safari has no idle callbacks. */
function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run, { timeout: 3000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, 200)
  return () => clearTimeout(timer)
}
