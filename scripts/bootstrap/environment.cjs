'use strict'
/* The environment of child processes: the right Node comes first on the PATH and caches compiled modules. */
const path = require('path')

const compiled = path.resolve(__dirname, '..', '..', '.cache', 'compile')

/**
 * Returns a copy of the environment in which `node` is the executable at `nodePath` (default: the running
 * Node). It enables the compile cache, because compiling the modules takes half of each start
 * (nodejs.org/api/module.html#module-compile-cache).
 */
function environmentFor(nodePath) {
  const env = Object.assign({ NODE_COMPILE_CACHE: compiled }, process.env)
  const key =
    Object.keys(env).find(function (name) {
      return name.toUpperCase() === 'PATH'
    }) || 'PATH'
  env[key] = path.dirname(nodePath || process.execPath) + path.delimiter + (env[key] || '')
  return env
}

module.exports = { environmentFor: environmentFor }
