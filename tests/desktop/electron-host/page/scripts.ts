import { randomBytes } from 'node:crypto'
import { pack, unpack } from '../codec.ts'
import { makeBridge } from './bridge.ts'
import { runPreload } from './preload-host.ts'

/** Returns the source code for a document's two worlds, which runs before the document's own scripts. */
export function buildDocumentScripts(
  preload: string,
  processFields: object,
): { page: string; preload: string } {
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

/**
 * Restricts a script to the top frame. Other frames get no bridge, as in Electron without
 * nodeIntegrationInSubFrames.
 */
function inTopFrame(source: string): string {
  return `(() => { if (window !== window.top) return\n${source}\n})()`
}
