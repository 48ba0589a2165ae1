import { describe, expect, it, vi } from 'vitest'
import { createRequestQueue } from '../../src-renderer/ui/request-queue.ts'

describe('requests to a host that loads later', () => {
  it('are queued until the host loads, then delivered once, in order', () => {
    const queue = createRequestQueue<string>()
    const startedRequests: string[] = []
    queue.push('first')
    queue.push('second')

    queue.serve((request) => startedRequests.push(request))
    queue.push('third')

    expect(startedRequests).toEqual(['first', 'second', 'third'])
  })

  it('notify listeners of the first request, including those that register later', () => {
    const queue = createRequestQueue<string>()
    const early = vi.fn<() => void>()
    queue.onWanted(early)
    expect(early).not.toHaveBeenCalled()

    queue.push('first')
    const late = vi.fn<() => void>()
    queue.onWanted(late)

    expect(early).toHaveBeenCalledOnce()
    expect(late).toHaveBeenCalledOnce()
  })

  it('are queued again after the host unloads, for the next host', () => {
    const queue = createRequestQueue<string>()
    const first: string[] = []
    const second: string[] = []
    const leave = queue.serve((request) => first.push(request))
    leave()
    queue.push('between')

    queue.serve((request) => second.push(request))
    leave()
    queue.push('after')

    expect(first).toEqual([])
    expect(second).toEqual(['between', 'after'])
  })
})
