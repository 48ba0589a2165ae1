/**
 * Takes the data of server-sent events out of text that comes in pieces, cut anywhere
 * (html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation). Comments and other fields go
 * by: every event of ours is one field of data.
 */
export function createEventParser(onData: (data: string) => void): (piece: string) => void {
  let rest = ''
  let data: string[] = []

  function takeLine(line: string) {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'))
      data = []
    } else if (line === 'data' || line.startsWith('data:')) {
      data.push(line.slice('data:'.length).replace(/^ /, ''))
    }
  }

  return (piece) => {
    // A return at the end may be half of a line's end: it waits for the next piece.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    lines.forEach(takeLine)
  }
}
