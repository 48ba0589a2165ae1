'use strict'
/* The environment for what we start: the right Node comes first on the PATH, and keeps what it compiled. */
const path = require('path')

const compiled = path.resolve(__dirname, '..', '..', '.cache', 'compile')

/**
 * A copy of the environment in which `node` means the one at `nodePath` (the running one unless given). Compiling the
 * modules anew takes half of each start (nodejs.org/api/module.html#module-compile-cache).
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
