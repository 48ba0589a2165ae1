// Starts the code of a page that the server has drawn: once it has been painted, so that until then its styles and
// pictures have the line to themselves.
;(() => {
  const { code, parts } = document.currentScript.dataset
  let isStarted = false

  function start() {
    if (isStarted) return
    isStarted = true
    for (const href of parts.split(' ').filter(Boolean)) add('link', { rel: 'modulepreload', href })
    add('script', { type: 'module', src: code, onerror: sayWhatIsMissing })
  }

  function add(name, attributes) {
    document.head.append(Object.assign(document.createElement(name), attributes))
  }

  // Until it is loaded again, nothing on the page answers a press.
  function sayWhatIsMissing() {
    const line = Object.assign(document.createElement('p'), { className: 'noscript', role: 'alert' })
    const reload = Object.assign(document.createElement('a'), { href: '', textContent: 'Reload the page' })
    line.append('Part of this page didn’t load. ', reload, '.')
    document.getElementById('root').before(line)
  }

  // A page's first paint may be its background alone.
  const startOncePainted = (paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) start()
  }

  // Nothing is painted in a tab behind another.
  if (document.hidden) start()
  else new PerformanceObserver(startOncePainted).observe({ type: 'paint', buffered: true })
  document.addEventListener('visibilitychange', start, { once: true })
  // A browser that guards against fingerprints may tell of no paint.
  setTimeout(start, 2000)
})()
