import { encode } from './encode.ts'

/**
 * The process that touches foreign pictures: what a damaged or hostile one breaks, breaks here. It takes one at a time
 * and ends with its parent.
 */
process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches the whole group; the parent says when it is time.
process.on('SIGINT', () => {})

process.on('message', (picture: Uint8Array) => {
  encode(picture).then(
    (encoded) => process.send?.({ encoded }),
    (error: unknown) => process.send?.({ refused: error instanceof Error ? error.message : String(error) }),
  )
})
