// This runs before the first paint. It is a separate file because the CSP allows no inline scripts.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('kerblight.theme')
  } catch {
    // Storage may be blocked; then the system's theme applies.
  }
  const dark = chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
