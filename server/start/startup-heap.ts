import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the heap for new objects at its initial size while the server starts. Otherwise, loading the modules
 * would grow it to 30 MB, which V8 never releases (nodejs.org/api/v8.html#v8setflagsfromstringflags).
 */
setFlagsFromString('--semi-space-growth-factor=1')

/**
 * Restores V8's default growth, so that the heap grows with the load. Must be called once the server has
 * started.
 */
export function restoreHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
}
