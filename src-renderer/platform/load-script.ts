const loading = new Map<string, Promise<void>>()

export function loadScript(src: string): Promise<void> {
  const existingLoad = loading.get(src)
  if (existingLoad) return existingLoad

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
