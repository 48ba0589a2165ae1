import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventParser } from '../../src-renderer/api/live/event-parser.ts'

function parse(...pieces: string[]): string[] {
  const seen: string[] = []
  const push = createEventParser((data) => seen.push(data))
  pieces.forEach(push)
  return seen
}

describe('the parser of server-sent events', () => {
  it('gives the data of each event, and lets comments, names and ids go by', () => {
    expect(parse(': welcome\n\nevent: x\nid: 7\ndata: one\n\ndata:two\n\n:\n\n')).toEqual(['one', 'two'])
  })

  it('joins an event of several lines, and keeps an empty one', () => {
    expect(parse('data: one\ndata:\ndata: two\n\ndata\n\n')).toEqual(['one\n\ntwo', ''])
  })

  it('takes away one space after the colon, no more', () => {
    expect(parse('data:  {"a": 1} \n\n')).toEqual([' {"a": 1} '])
  })

  it('tells nothing of an event that is cut off', () => {
    expect(parse('data: one\n', 'data: two')).toEqual([])
  })

  it.each(['\n', '\r\n', '\r'])('reads the same, however it is cut, with lines ending in %j', (end) => {
    const text = [': hi', '', 'data: one', 'data: more', '', 'data: {"type":"open"}', '', ''].join(end)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 8 }), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), text.length]
        const pieces = at.slice(1).map((to, index) => text.slice(at[index], to))
        // A lone return may be half of an end: the next event brings it out.
        expect(parse(...pieces, `data: last${end}${end}`, 'x')).toEqual([
          'one\nmore',
          '{"type":"open"}',
          'last',
        ])
      }),
    )
  })
})
