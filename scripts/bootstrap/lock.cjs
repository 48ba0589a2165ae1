'use strict'
/* One at a time: a file that lists the processes at work. It counts only while one of them is alive. */
const fs = require('fs')
const path = require('path')

/**
 * Runs `work(lock)` while holding the lock `file`; waits, with one message through `print`, while another
 * process holds it. `lock.include(pid)` adds a child, so that a child that outlives a killed holder still
 * counts. Resolves and rejects as `work` does.
 */
async function withLock(file, print, work) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  await acquire(file, print)
  function release() {
    remove(file)
  }
  process.once('exit', release)
  try {
    return await work({
      include: function (pid) {
        fs.appendFileSync(file, identify(pid) + '\n')
      },
    })
  } finally {
    process.removeListener('exit', release)
    release()
  }
}

async function acquire(file, print) {
  for (let hasWaited = false; !tryAcquire(file); hasWaited = true) {
    if (!hasWaited) print('Another one is at work here (' + file + '): waiting for it.')
    await new Promise(function (resolve) {
      setTimeout(resolve, 200)
    })
  }
}

function tryAcquire(file) {
  try {
    fs.writeFileSync(file, identify(process.pid) + '\n', { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isHeld(file)) return false
    remove(file)
    return tryAcquire(file)
  }
}

function remove(file) {
  try {
    fs.unlinkSync(file)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function isHeld(file) {
  try {
    const holders = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
    // Created a moment ago and not yet written.
    if (holders.length === 0) return Date.now() - fs.statSync(file).mtimeMs < 2000
    return holders.some(function (holder) {
      return identify(Number(holder.split(' ')[0])) === holder
    })
  } catch (error) {
    if (error.code === 'ENOENT') return true
    throw error
  }
}

/**
 * "pid starttime" of a living process, '' of a dead one. The start time (Linux only) keeps a pid that
 * another program took over from passing for the holder.
 */
function identify(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return ''
  }
  if (process.platform !== 'linux') return String(pid)
  try {
    const stat = fs.readFileSync('/proc/' + pid + '/stat', 'utf8')
    // Fields after the command's closing bracket: state first, start time twentieth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? '' : pid + ' ' + fields[19]
  } catch {
    return ''
  }
}

module.exports = { withLock: withLock }
