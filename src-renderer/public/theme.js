// Runs before the first paint, from a file of its own because the CSP allows no inline script.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('kerblight.theme')
  } catch {
    // Storage may be blocked; the system's theme serves.
  }
  const dark = chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
