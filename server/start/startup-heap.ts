import { setFlagsFromString } from 'node:v8'

/**
 * While the program starts, the heap of what has just been made stays as small as it begins: reading the modules would
 * make it grow to thirty megabytes, which V8 gives back to nobody (nodejs.org/api/v8.html#v8setflagsfromstringflags).
 */
setFlagsFromString('--semi-space-growth-factor=1')

/** To be called once the program has started: from then on the heap grows with the load, as V8 has it. */
export function restoreHeapGrowth(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
}
