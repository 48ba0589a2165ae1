import { fork } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { print } from '../bootstrap/print.cjs'
import { endChild } from './end-child.ts'
import { root } from './root.ts'

/**
 * Debounce time in milliseconds. Editors write a file in several steps, which should cause only one restart.
 */
const settle = 150

/**
 * Runs `script` and restarts it when a file in one of `folders` changes. After a failure, the script is
 * restarted only at the next change. Returns a function that ends it permanently.
 */
export function restartOnChange(
  script: string,
  folders: string[],
  env: NodeJS.ProcessEnv,
): () => Promise<void> {
  let child = fork(script, { env })
  let timer: NodeJS.Timeout | undefined
  let isRestarting = false

  async function restart(): Promise<void> {
    if (isRestarting) return
    isRestarting = true
    await endChild(child)
    child = fork(script, { env })
    isRestarting = false
  }

  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        print(`${folder}/${file ?? ''} changed: restarting the API.`)
        void restart()
      }, settle)
    }),
  )
  return async () => {
    for (const watcher of watchers) watcher.close()
    clearTimeout(timer)
    await endChild(child)
  }
}
