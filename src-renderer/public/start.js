// Starts the code of a prerendered page after its first paint, so that its styles and photos have the full bandwidth until
// then.
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

  // The page responds to no clicks until it is reloaded.
  function sayWhatIsMissing() {
    const line = Object.assign(document.createElement('p'), { className: 'noscript', role: 'alert' })
    const reload = Object.assign(document.createElement('a'), { href: '', textContent: 'Reload the page' })
    line.append('Part of this page didn’t load. ', reload, '.')
    document.getElementById('root').before(line)
  }

  // A page's first paint may consist of only its background.
  const startOncePainted = (paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) start()
  }

  // A background tab paints nothing.
  if (document.hidden) start()
  else new PerformanceObserver(startOncePainted).observe({ type: 'paint', buffered: true })
  document.addEventListener('visibilitychange', start, { once: true })
  // A browser that prevents fingerprinting may not report any paint.
  setTimeout(start, 2000)
})()
