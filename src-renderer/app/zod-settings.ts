/**
 * Disables zod's compiled schemas. They need `new Function`, which the CSP blocks, and even zod's probe for
 * it would cause a CSP report. zod loads later, with the forms, and reads this setting when it creates its
 * first schema. The setting is written without importing zod, which is not in the initial load.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
