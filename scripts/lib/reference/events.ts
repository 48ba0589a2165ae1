import * as z from 'zod'
import { tagTypes } from '../../../contract/api/tags.ts'
import { apiPath } from '../../../contract/api/paths.ts'
import { eventEndpoints, liveEvent, liveNotice, marketEvent } from '../../../contract/events.ts'
import { code, table } from './markdown.ts'
import { writePage } from './write-page.ts'

export function eventsPage(): Promise<string> {
  return writePage({
    title: 'Live events',
    intro: [
      'This page lists the events that the API streams as server-sent events.',
      'Each event is one `data:` line with JSON.',
      'An event names only what changed; the client then requests the new data from the API.',
      'The server sends a comment (`:`) at intervals, so that clients and proxies can detect a lost connection.',
    ],
    body: [
      ...formatStreamSection('streamEvents', liveEvent),
      'Each entry of `notices` has these fields:',
      fieldTable(liveNotice),
      ...formatStreamSection('streamMarket', marketEvent),
      '## Tags',
      'The `tags` of a `changed` event name the kinds of data that changed.',
      tagTypes.map((tag) => `- ${code(tag)}`).join('\n'),
    ],
  })
}

function formatStreamSection(
  name: keyof typeof eventEndpoints,
  event: z.ZodDiscriminatedUnion<readonly z.ZodObject<{ type: z.ZodLiteral<string> }>[]>,
): string[] {
  const { summary, query } = eventEndpoints[name]
  return [
    `## ${code(`GET ${apiPath(name)}`)}`,
    `${summary}.`,
    `The query has these optional parameters:`,
    fieldTable(query),
    ...event.options.flatMap((option) => [`### Event ${code(option.shape.type.value)}`, fieldTable(option)]),
  ]
}

function fieldTable(schema: z.ZodType): string {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return table(
    ['Field', 'Type', 'Meaning'],
    Object.entries(properties).map(([name, field]) => [code(name), describeType(field), describe(field)]),
  )
}

type Field = z.core.JSONSchema._JSONSchema

function describe(field: Field): string {
  return (typeof field === 'object' && field.description) || ''
}

function describeType(field: Field): string {
  if (typeof field !== 'object') return ''
  if (field.const !== undefined) return code(JSON.stringify(field.const))
  if (field.anyOf) return field.anyOf.map(describeType).join(' or ')
  if (field.enum) return field.enum.map((value) => code(JSON.stringify(value))).join(', ')
  if (field.type === 'array') return `array of ${(field.items as { type?: string }).type}s`
  return String(field.type)
}
