/**
 * zod comes later, with the forms, and looks here when it makes its first schema: compiled schemas need
 * `new Function`, which the CSP refuses, and it reports even zod's probing for it. Set without importing zod, which
 * the first load does not carry.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
