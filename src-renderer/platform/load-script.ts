const loading = new Map<string, Promise<void>>()

/** Loads a classic script once. A failed load may be retried. */
export function loadScript(src: string): Promise<void> {
  const known = loading.get(src)
  if (known) return known

  const load = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loading.delete(src)
      script.remove()
      reject(new Error('A script this page needs didn’t load'))
    })
    document.head.append(script)
  })
  loading.set(src, load)
  return load
}
