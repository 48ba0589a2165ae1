// Starts the code of a page that the server has drawn: once it has been painted, so that until then its styles and
// pictures have the line to themselves.
;(() => {
  const { code, parts } = document.currentScript.dataset
  let isStarted = false

  function start() {
    if (isStarted) return
    isStarted = true
    for (const href of parts.split(' ').filter(Boolean)) add('link', { rel: 'modulepreload', href })
    add('script', { type: 'module', src: code })
  }

  function add(name, attributes) {
    document.head.append(Object.assign(document.createElement(name), attributes))
  }

  // Nothing is painted in a tab behind another.
  if (document.hidden) start()
  else new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  document.addEventListener('visibilitychange', start, { once: true })
  // A browser that guards against fingerprints may tell of no paint.
  setTimeout(start, 2000)
})()
