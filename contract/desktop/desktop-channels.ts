import * as z from 'zod'
import { commandIds, mainCommandIds } from './commands.ts'
import { publicConfig } from '../config.ts'
import { imageUrl } from '../api/fields.ts'
import { rowCommandIds, rowMenuIds } from './row-commands.ts'
import { me, userInput } from '../users.ts'
import { watchedFolder, watchLimits } from './watched-folder.ts'

/** The response headers that are cached along with the body. */
export const cachedHeaders = ['link', 'x-total-count', 'x-offset'] as const

const nothing = z.tuple([])
const done = z.void()

/** A problem from the API, or a failure to reach it, with one of the API's codes. */
export const problem = z.object({
  code: z.string().max(60),
  status: z.number().int(),
  message: z.string().max(500),
})

const sessionState = z.object({
  isSignedIn: z.boolean(),
  /** False if the system has no keychain. The session then ends when the console quits. */
  isRemembered: z.boolean(),
})

const rejection = z.object({ ok: z.literal(false), problem })

const sessionOpened = z.union([z.object({ ok: z.literal(true), isRemembered: z.boolean() }), rejection])

const password = z.string().min(1).max(1000)
const typedEmail = z.string().min(1).max(254)

/**
 * A person who has signed in to the identity service. The proof of identity never leaves the main process, so
 * it is not included.
 */
const person = z.object({ uid: z.string(), email: z.string(), fullName: z.string(), photoURL: z.string() })

const proven = z.union([z.object({ ok: z.literal(true), person }), rejection])
const acted = z.union([z.object({ ok: z.literal(true) }), rejection])
/** `me` is null if the email address is not verified yet. */
const refreshed = z.union([z.object({ ok: z.literal(true), me: me.nullable() }), rejection])

const serverConfig = z.union([
  z.object({ ok: z.literal(true), config: publicConfig }),
  z.object({ ok: z.literal(false), message: z.string() }),
])

const connected = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), message: z.string() }),
])

const viewer = z.object({ isSignedIn: z.boolean(), isAdmin: z.boolean(), isSeller: z.boolean() })

/** A right-click on a row: the commands for the row, and the page of a clicked link, if any. */
const rowMenu = z.object({
  commands: z.array(z.enum(rowMenuIds)).max(rowMenuIds.length),
  link: z.string().max(2000).startsWith('/').nullable(),
})

const preferences = z.object({
  /** True if the console stays in the tray after its last window is closed. */
  staysInTray: z.boolean(),
  /** True if the console starts at login, or null if it can't because it isn't installed. */
  startsAtLogin: z.boolean().nullable(),
})

const notice = z.object({
  kind: z.enum(['report', 'sale', 'seller', 'message']),
  title: z.string().min(1).max(120),
  body: z.string().max(300),
  /** The console page that a click opens. */
  path: z.string().max(300),
})

/** A response that can be shown offline: its body, and the headers that a list needs for paging. */
const cachedResponse = z.object({
  body: z.string().max(4_000_000),
  headers: z.partialRecord(z.enum(cachedHeaders), z.string().max(4_000)),
})

/** A cached response. `at` is the time when the server sent it, in milliseconds since 1970. */
export const offlineResponse = z.object({ ...cachedResponse.shape, at: z.number() })

/** A form's unsaved input. `at` is the time when it was stored, in milliseconds since 1970. */
export const unsavedInput = z.object({ text: z.string().max(200_000), at: z.number() })

/** A file that a page has saved to a location of the user's choice. */
const savedFile = z.object({
  /** The number to pass to `saved:show`. */
  number: z.number().int(),
  fileName: z.string(),
  /** The folder that contains the file, or null if writing failed. */
  folder: z.string().nullable(),
})

const inputKey = z.string().min(1).max(200)
const apiAddress = z.string().max(4_000).startsWith('/api/')

/**
 * All calls from the renderer to the main process, which validates both arguments and results. The types of
 * the preload and the bridge derive from these schemas.
 */
export const desktopCalls = {
  'page:ready': { args: nothing, result: done },

  'identity:password': { args: z.tuple([z.object({ email: typedEmail, password })]), result: proven },
  'identity:google': { args: nothing, result: proven },
  'identity:cancel-google': { args: nothing, result: done },
  'identity:create': { args: z.tuple([z.object({ email: typedEmail, password })]), result: acted },
  'identity:profile': {
    args: z.tuple([z.object({ fullName: userInput.shape.fullName, photoURL: imageUrl })]),
    result: proven,
  },
  'identity:save-user': { args: z.tuple([userInput]), result: acted },
  'identity:mail-verification': { args: nothing, result: acted },
  'identity:refresh-email': { args: nothing, result: refreshed },
  'identity:mail-password': { args: z.tuple([typedEmail]), result: acted },
  'identity:change-password': {
    args: z.tuple([z.object({ email: typedEmail, current: password, next: password })]),
    result: acted,
  },
  'identity:delete': { args: nothing, result: acted },
  'identity:forget': { args: nothing, result: done },

  'session:open': { args: nothing, result: sessionOpened },
  'session:restore': { args: nothing, result: sessionState },
  'session:close': { args: nothing, result: done },

  'config:read': { args: nothing, result: serverConfig },
  'responses:keep': { args: z.tuple([apiAddress, cachedResponse]), result: done },
  'responses:find': { args: z.tuple([apiAddress]), result: offlineResponse.nullable() },
  /** Stores a form's unsaved input. An empty string deletes the stored input. */
  'unsaved:keep': { args: z.tuple([inputKey, unsavedInput.shape.text]), result: done },
  'unsaved:find': { args: z.tuple([inputKey]), result: unsavedInput.nullable() },

  'setup:connect': { args: z.tuple([z.string().max(300)]), result: connected },
  'setup:cancel': { args: nothing, result: done },

  'external:open': { args: z.tuple([z.string().max(2000)]), result: z.boolean() },
  'commands:run': { args: z.tuple([z.enum(mainCommandIds)]), result: done },
  'rows:menu': { args: z.tuple([rowMenu]), result: done },
  'commands:viewer': { args: z.tuple([viewer]), result: done },
  'notices:show': { args: z.tuple([notice]), result: done },
  'pdf:save': { args: z.tuple([z.string().min(1).max(120)]), result: z.object({ isSaved: z.boolean() }) },
  'preferences:read': { args: nothing, result: preferences },
  'preferences:save': { args: z.tuple([preferences.partial()]), result: preferences },
  /** Opens the system's folder picker. A page can't specify a folder itself. */
  'folder:choose': { args: nothing, result: watchedFolder },
  'folder:read': { args: nothing, result: watchedFolder },
  'folder:limits': { args: z.tuple([watchLimits]), result: watchedFolder },
  'folder:dismiss': { args: nothing, result: watchedFolder },
  'folder:stop': { args: nothing, result: watchedFolder },
  /** Shows a saved file in its folder. Files have numbers because pages must not pass paths. */
  'saved:show': { args: z.tuple([z.number().int()]), result: done },
  'diagnostics:read': { args: nothing, result: z.string() },
} as const satisfies Record<string, { args: z.ZodType<unknown[]>; result: z.ZodType }>

export const desktopEvents = {
  'session:expired': z.null(),
  'session:changed': z.null(),
  'command:chosen': z.enum(commandIds),
  'row:chosen': z.enum(rowCommandIds),
  'path:open': z.string(),
  'update:ready': z.object({ version: z.string() }),
  'system:woke': z.null(),
  'folder:changed': watchedFolder,
  'file:saved': savedFile,
} as const satisfies Record<string, z.ZodType>

export type CallName = keyof typeof desktopCalls
export type CallArgs<C extends CallName> = z.output<(typeof desktopCalls)[C]['args']>
export type CallResult<C extends CallName> = z.output<(typeof desktopCalls)[C]['result']>
export type EventName = keyof typeof desktopEvents
export type EventPayload<E extends EventName> = z.output<(typeof desktopEvents)[E]>

export type DesktopCalls = {
  [C in CallName]: (...args: CallArgs<C>) => Promise<CallResult<C>>
}

/** The events, each as a function that subscribes a listener for the page's lifetime. */
export type DesktopEvents = {
  [E in EventName]: (listener: (payload: EventPayload<E>) => void) => void
}

export type SavedFile = z.output<typeof savedFile>
export type OfflineResponseInput = z.output<typeof cachedResponse>
export type OfflineResponse = z.output<typeof offlineResponse>
export type UnsavedInput = z.output<typeof unsavedInput>
export type ConsolePreferences = z.output<typeof preferences>
export type RowMenu = z.output<typeof rowMenu>
export type Notice = z.output<typeof notice>
export type Rejection = z.output<typeof rejection>
export type Person = z.output<typeof person>
export type Proven = z.output<typeof proven>
export type Acted = z.output<typeof acted>
export type Refreshed = z.output<typeof refreshed>
export type SessionOpened = z.output<typeof sessionOpened>
