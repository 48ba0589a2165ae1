'use strict'
/* The environment for what we start: the right Node comes first on the PATH. */
const path = require('path')

/** A copy of the environment in which `node` means the one at `nodePath` (the running one unless given). */
function environmentFor(nodePath) {
  const env = Object.assign({}, process.env)
  const key =
    Object.keys(env).find(function (name) {
      return name.toUpperCase() === 'PATH'
    }) || 'PATH'
  env[key] = path.dirname(nodePath || process.execPath) + path.delimiter + (env[key] || '')
  return env
}

module.exports = { environmentFor: environmentFor }
