import fc from 'fast-check'

/** The seed of all random input in one run, which `vitest.config.ts` chooses and prints. */
export const propertySeed = Number(process.env.PROPERTY_SEED)
if (!Number.isInteger(propertySeed)) throw new Error('PROPERTY_SEED must be an integer.')
fc.configureGlobal({ seed: propertySeed })

export { fc }
