/**
 * Disables zod's compiled schemas. They need `new Function`, which the CSP blocks, and even zod's
 * probe for it would cause a CSP report. zod reads this setting when it creates its first schema.
 * Importing zod here would add it to the initial load.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
