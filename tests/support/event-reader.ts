import { createParser } from 'eventsource-parser'
import { liveEvent, type LiveEvent, type LiveNotice } from '../../contract/events.ts'
import type { TagType } from '../../contract/api/tags.ts'
import { buildPerson } from './factories.ts'
import type { TestServer } from './server.ts'

/** An open `GET /events` stream, read as it arrives. */
export interface EventReader {
  response: Response
  /** Resolves with everything received up to and including an event with this tag. */
  until(tag: TagType): Promise<{ tags: TagType[]; notices: LiveNotice[]; events: number }>
  next(): Promise<LiveEvent>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

export async function listen(
  url: string,
  { token }: { token: string },
  since?: number,
): Promise<EventReader & { isComplete: boolean }> {
  const abort = new AbortController()
  const query = since === undefined ? '' : `?since=${since}`
  const response = await fetch(`${url}/api/events${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  })
  if (!response.ok) throw new Error(`No stream: ${response.status} ${await response.text()}`)
  const events: LiveEvent[] = []
  let wake = () => {}
  const ended = read(response, (event) => {
    events.push(event)
    wake()
  })
  let isOver = false
  const markOver = () => {
    isOver = true
    wake()
  }
  ended.then(markOver, markOver)

  async function nextEvent(): Promise<LiveEvent> {
    while (events.length === 0) {
      if (isOver) throw new Error('The stream is over')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return events.shift()!
  }

  const first = await nextEvent()
  if (first.type !== 'open') throw new Error(`The first event is ${first.type}`)
  return {
    response,
    isComplete: first.isComplete,
    next: nextEvent,
    async until(tag) {
      const received = { tags: new Set<TagType>(), notices: [] as LiveNotice[], events: 0 }
      while (!received.tags.has(tag)) {
        const event = await nextEvent()
        received.events += 1
        if (event.type !== 'changed') continue
        event.tags.forEach((name) => received.tags.add(name))
        received.notices.push(...event.notices)
      }
      return { ...received, tags: [...received.tags].sort() }
    },
    ended,
    close: () => abort.abort(),
  }
}

/**
 * Resolves once the events of all committed changes have been sent. Events are sent in order, so it waits for
 * one more event that only a new user receives.
 */
export async function waitForSentEvents({ url, ctx }: TestServer): Promise<void> {
  const person = await buildPerson(ctx)
  const reader = await listen(url, person)
  await ctx.db
    .insertInto('change_log')
    .values({ topics: `event tag Message ${person.id}` })
    .execute()
  await reader.until('Message')
  reader.close()
}

async function read(response: Response, onEvent: (event: LiveEvent) => void): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => onEvent(liveEvent.parse(JSON.parse(data))) })
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) parser.feed(chunk)
}
