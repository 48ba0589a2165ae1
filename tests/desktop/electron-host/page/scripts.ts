import { randomBytes } from 'node:crypto'
import { pack, unpack } from '../codec.ts'
import { makeBridge } from './bridge.ts'
import { runPreload } from './preload-host.ts'

/** The source text of what runs in each of a document's two worlds before its own scripts do. */
export function documentScripts(preload: string, processFields: object): { page: string; preload: string } {
  const secret = JSON.stringify(randomBytes(16).toString('hex'))
  return {
    page: inTopFrame(`${makeBridge}\nmakeBridge('page', ${secret})`),
    preload: inTopFrame(
      [
        ...[pack, unpack, makeBridge, runPreload].map(String),
        `runPreload(makeBridge('preload', ${secret}), ${JSON.stringify(processFields)},`,
        `(require, module, exports, process) => {\n${preload}\n})`,
      ].join('\n'),
    ),
  }
}

/** As with nodeIntegrationInSubFrames off: frames within the page get no bridge. */
function inTopFrame(source: string): string {
  return `(() => { if (window !== window.top) return\n${source}\n})()`
}
